/// A feature as the file has it: 64 bytes.
struct FeatureRecord {
    static let size = 64

    enum Flag {
        /// Another name of a feature.
        static let alias: UInt8 = 1
        /// Made of what others lie in, not of a row of its own.
        static let derived: UInt8 = 2
    }

    var kind = FeatureKind.place
    var flags: UInt8 = 0
    var importance: UInt16 = 0
    var name: UInt32 = 0
    var context: UInt32 = 0
    var words: UInt32 = 0
    var x: Int32 = 0
    var y: Int32 = 0
    var box = GeoBox.none
    var firstRun: UInt32 = 0
    var firstRange: UInt32 = 0
    /// Of another name, the feature; of a point of interest, where its street address stands.
    var other: UInt32 = 0
    var category: UInt32 = 0
    var postal: UInt32 = 0

    func write(to writer: inout ByteWriter) {
        writer.byte(kind.byte)
        writer.byte(flags)
        writer.fixed(importance)
        for number in [name, context, words] { writer.fixed(number) }
        for side in [x, y, box.xMin, box.yMin, box.xMax, box.yMax] { writer.fixed(side) }
        for number in [firstRun, firstRange, other, category, postal, 0] { writer.fixed(number) }
    }
}
