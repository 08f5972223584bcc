import Cairn
import CairnCore
import Foundation

/// The inputs of a tool, as they are set on the command line.
enum ToolInput {
    static func all(_ arguments: Arguments, _ info: GeoprocessingTaskInfo) async throws -> [(String, GeoprocessingValue)] {
        var inputs: [(String, GeoprocessingValue)] = []
        for text in arguments.all("--set") {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { throw UsageError(reason: "--set \(text.printable()) is not NAME=VALUE.") }
            guard let parameter = info.inputs.first(where: { $0.name.lowercased() == parts[0].lowercased() }) else {
                throw UsageError(unknown: "input", parts[0], among: info.inputs.map(\.name))
            }
            inputs.append((parameter.name, try await value(parts[1], parameter, arguments)))
        }
        return inputs
    }

    /// The files that are inputs.
    static func files(_ arguments: Arguments) -> [URL] {
        arguments.all("--set").compactMap { input in
            guard let mark = input.firstIndex(of: "="), input[mark...].hasPrefix("=@") else { return nil }
            return URL(filePath: String(input[mark...].dropFirst(2)))
        }
    }

    /// The command, but for where the results go; a file that is an input counts as it is now.
    static func command(_ arguments: Arguments) -> String {
        let files = files(arguments).compactMap { input -> String? in
            let file = FileIdentity.resolved(input)
            guard let values = try? file.resourceValues(forKeys: [.fileSizeKey, .contentModificationDateKey]) else { return nil }
            let changed = values.contentModificationDate?.timeIntervalSinceReferenceDate ?? 0
            return "\(file.path) \(values.fileSize ?? 0) \(changed)"
        }
        let words = arguments.text(without: ["--output", "--files", "--jobs-directory", "--json"])
        return ([GeoprocessingCommand.name, words] + files).joined(separator: "\n")
    }

    private static func value(
        _ text: String, _ parameter: GeoprocessingParameterInfo, _ arguments: Arguments
    ) async throws -> GeoprocessingValue {
        guard text.hasPrefix("@") else { return try value(text, parameter) }
        guard text.count > 1 else { throw UsageError(reason: "\(parameter.name.printable())=@ names no file.") }
        let file = URL(filePath: String(text.dropFirst()))
        guard [.dataFile, .raster, .rasterLayer].contains(parameter.dataType) else {
            guard let data = try DurableFile.contents(of: file) else {
                throw UsageError(reason: "\(file.path.printable()) is not there.")
            }
            return try value(String(decoding: data, as: UTF8.self), parameter)
        }
        guard let tool = arguments.operands.first.flatMap(URL.init(string:)) else { throw UsageError(reason: "say which tool.") }
        let item = try await ServiceUploads(url: tool.deletingLastPathComponent()).upload(file)
        return try value("{\"itemID\":\(JSONValue.string(item.itemID).text())}", parameter)
    }

    private static func value(_ text: String, _ parameter: GeoprocessingParameterInfo) throws -> GeoprocessingValue {
        let isText = ["GPString", "GPStringHidden", "GPSQLExpression"].contains(parameter.dataType.rawValue)
        let json = isText ? .string(text) : (try? JSONValue(parsing: text)) ?? .string(text)
        do { return try GeoprocessingValue(esriJSON: json, type: parameter.dataType) } catch {
            throw UsageError(
                reason:
                    "\(parameter.name.printable()) is a \(parameter.dataType.rawValue.printable(upTo: 60)), and not \"\(text.printable(upTo: 60))\"."
            )
        }
    }
}
