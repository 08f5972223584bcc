import Cairn
import CairnCore
import Foundation

/// The files among what a tool has given, each with a name of its own in one folder.
struct ToolFiles {
    /// Where one is to be had, and how it is called here.
    struct Item: Equatable {
        let source: URL
        let name: String
    }

    private(set) var items: [Item] = []
    /// Outputs whose files have no address.
    private(set) var withoutAddress: [String] = []
    private var taken: Set<String> = []
    /// The last number that was given to names which are alike.
    private var numbers: [String: Int] = [:]

    /// - Parameters:
    ///   - values: All that the tool has given; the same values in the same order give the same names.
    ///   - other: A name that is taken.
    init(_ values: [(key: String, value: GeoprocessingValue)], besides other: String? = nil) {
        if let other { taken.insert(other.lowercased()) }
        for (output, value) in values {
            for source in value.sources {
                guard let url = source.url else {
                    withoutAddress.append(output)
                    continue
                }
                items.append(Item(source: url, name: name(url, output)))
            }
        }
    }

    /// As the file is called at its server, after the output where that leads nowhere or is taken: on many disks in any case of letters.
    private mutating func name(_ url: URL, _ output: String) -> String {
        let (own, output) = (Self.fileName(url.lastPathComponent), Self.fileName(output) ?? "output")
        let plain = own.map { "\(output)_\($0)" } ?? output
        if let name = [own, plain].compactMap(\.self).first(where: { taken.insert($0.lowercased()).inserted }) { return name }
        while true {
            numbers[plain, default: 1] += 1
            let name = "\(output)_\(numbers[plain, default: 1])_\(own ?? "file")"
            if taken.insert(name.lowercased()).inserted { return name }
        }
    }

    /// The longest that leaves room for what stands before it, in bytes.
    private static let longest = 120

    /// - Returns: nil for what names no file.
    private static func fileName(_ text: String) -> String? {
        // What tells the kind of a file stands at its end.
        let kept = text.unicodeScalars.suffix(longest).map {
            $0 == "/" || $0 == "\\" || $0.value < 0x20 || $0.value == 0x7F ? "_" : $0
        }
        var name = String(String.UnicodeScalarView(kept))
        // One that begins with a dot is seen by nobody, and read by many.
        while name.utf8.count > longest || name.utf8.first == UInt8(ascii: ".") { name.unicodeScalars.removeFirst() }
        return name.isEmpty ? nil : name
    }
}

extension GeoprocessingValue {
    /// Where the files are that it consists of.
    fileprivate var sources: [GeoprocessingSource] {
        switch self {
        case .dataFile(let file): [file.source]
        case .raster(let raster) where !["imageservice", "mapservice"].contains(raster.type.lowercased()): [raster.source]
        case .multiValue(let values): values.flatMap(\.sources)
        case .composite(let value): value.sources
        default: []
        }
    }
}
