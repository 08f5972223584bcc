/// Why a ``ProtobufCursor`` went no further.
package enum ProtobufStop: Error {
    /// The bytes end here, and more may come.
    case unfinished
    /// These bytes are not what they should be.
    case refused(GeometryError)

    package static func wrong(_ reason: String) -> ProtobufStop { .refused(.malformed(reason)) }
}
