import CairnCore
import Foundation

/// Lines that many processes append to a file. What a dying process has cut short is no line.
struct LineFile {
    let path: String

    func append(_ line: String) throws {
        let text = line.replacing("\n", with: " ")
        try FileDescriptor(path, O_WRONLY | O_CREAT | O_APPEND).write(Data("\n\(text);".utf8))
    }

    func lines() throws -> [String] {
        let data = try DurableFile.contents(atPath: path) ?? Data()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").filter { $0.hasSuffix(";") }.map {
            String($0.dropLast())
        }
    }
}
