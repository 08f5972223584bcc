import Cairn
import Foundation

/// A workflow in the three forms in which it can be looked at.
struct WorkflowPictures {
    let snapshot: WorkflowSnapshot

    func write(to folder: URL, named name: String) throws {
        for (ending, text) in [("svg", snapshot.svg()), ("mmd", snapshot.mermaid()), ("dot", snapshot.dot())] {
            try Data(text.utf8).write(to: folder.appending(path: "\(name).\(ending)"))
        }
    }
}
