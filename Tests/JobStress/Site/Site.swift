import CairnCore
import Foundation

/// The directory of a run: the store, and what the processes leave there for whoever checks them.
struct Site: Sendable {
    enum Folder: String, CaseIterable {
        /// The store.
        case store
        /// A file for each job, which its body holds locked.
        case bodies
        /// What the bodies of a job have done, a line each.
        case logs
        case partials
        case results
        /// A file for each job that was submitted to the server, and one for each that was cancelled there.
        case server
        /// A file for each job that has yet to be made.
        case tickets
        /// A file for each worker that was, or is being, killed.
        case kills
        /// What the workers said before they died.
        case workers
        /// Where the jobs stand, as the workers see it.
        case situations
    }

    let directory: String

    func folder(_ folder: Folder) -> String { "\(directory)/\(folder.rawValue)" }
    func path(_ folder: Folder, _ name: String) -> String { "\(directory)/\(folder.rawValue)/\(name)" }

    func names(in folder: Folder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: self.folder(folder)).sorted()
    }

    func has(_ folder: Folder, _ name: String) -> Bool { access(path(folder, name), F_OK) == 0 }

    func mark(_ folder: Folder, _ name: String, _ text: String = "") throws {
        try FileDescriptor(path(folder, name), O_WRONLY | O_CREAT).write(Data(text.utf8))
    }

    /// Makes everything anew.
    func prepare(_ plan: Plan) throws {
        guard access(directory, F_OK) != 0 else { throw UsageError(reason: "\(directory) is there already.") }
        for folder in Folder.allCases {
            try FileManager.default.createDirectory(atPath: self.folder(folder), withIntermediateDirectories: true)
        }
        try JSONEncoder().encode(plan).write(to: URL(filePath: "\(directory)/plan.json"))
    }

    func plan() throws -> Plan {
        try JSONDecoder().decode(Plan.self, from: Data(contentsOf: URL(filePath: "\(directory)/plan.json")))
    }

    // MARK: Signals to the workers

    var isOver: Bool { access("\(directory)/over", F_OK) == 0 }
    var wantsSituations: Bool { access("\(directory)/tell", F_OK) == 0 }
    func end() { close(creat("\(directory)/over", 0o644)) }
    func askForSituations() { close(creat("\(directory)/tell", 0o644)) }

    // MARK: What is not to be

    private var violationFile: LineFile { LineFile(path: "\(directory)/violations") }
    func report(_ violation: String) { try? violationFile.append(violation) }
    func violations() throws -> [String] { try violationFile.lines() }

    // MARK: What has been said

    private var madeFile: LineFile { LineFile(path: "\(directory)/made") }
    /// A job is known to be in the store.
    func noteMade(_ id: UUID) throws { try madeFile.append("\(id)") }
    func made() throws -> [UUID] { try madeFile.lines().compactMap(UUID.init(uuidString:)) }

    private var commandFile: LineFile { LineFile(path: "\(directory)/commands") }
    func note(_ command: CommandNote) { try? commandFile.append(command.line) }
    func commands() throws -> [CommandNote] { try commandFile.lines().compactMap(CommandNote.init(line:)) }
}
