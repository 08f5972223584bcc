import CairnCore
@testable import CairnGeo
import Foundation

/// A folder for archives, which goes with it.
final class ZipFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "cairn-zip-\(UUID())")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    subscript(_ name: String) -> URL { url.appending(path: name) }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

    /// What a Python script prints, with the folder in `folder`; nil, and a word about it, where there is no Python.
    func python(_ script: String) throws -> String? {
        #if CAIRN_APP_CONTAINER
            print("skipped: no processes are started here")
            return nil
        #else
            guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else {
                print("skipped: no python3")
                return nil
            }
            let (process, pipe) = (Process(), Pipe())
            process.executableURL = URL(filePath: "/usr/bin/python3")
            process.arguments = [
                "-c", "import sys, os, zipfile, io\nfolder = sys.argv[1]\nos.chdir(folder)\n" + script, url.path,
            ]
            process.standardOutput = pipe
            try process.run()
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
            return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        #endif
    }
}
