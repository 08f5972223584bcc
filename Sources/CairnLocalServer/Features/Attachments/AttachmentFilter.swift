import CairnCore
import CairnGeo

/// Which of the attachments of features are asked for: those of some types, and those of a size.
struct AttachmentFilter {
    /// In small letters; nil for all.
    private let types: Set<String>?
    private let sizes: ClosedRange<Int>?

    init(_ request: ServiceRequest) throws(ServiceFailure) {
        types = try request["attachmentTypes"].map { (text) throws(ServiceFailure) in
            Set(try IDList(text).texts("attachmentTypes").map { $0.lowercased() })
        }
        sizes = try request["size"].map { (text) throws(ServiceFailure) in try Self.sizes(text) }
    }

    private static func sizes(_ text: String) throws(ServiceFailure) -> ClosedRange<Int> {
        let ends = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0.filter { $0 != " " }) }
        guard ends.count == 2, let least = ends[0], let most = ends[1], least >= 0, least <= most else {
            throw .invalid("size", "\(text.printable(upTo: 60)) is no least and greatest number of bytes, as 1000,15000 is")
        }
        return least...most
    }

    func isMet(by info: AttachmentInfo) -> Bool {
        // What follows, as in text/plain; charset=utf-8, is no part of the type.
        let type = info.contentType.lowercased().prefix { $0 != ";" && $0 != " " }
        return types?.contains(String(type)) != false && sizes?.contains(info.size) != false
    }
}
