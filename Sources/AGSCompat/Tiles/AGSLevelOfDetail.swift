import CairnGeo
public import Foundation

/// How detailed the tiles of one level are.
public final class AGSLevelOfDetail: NSObject {
    let value: LevelOfDetail

    init(_ value: LevelOfDetail) {
        self.value = value
    }

    /// A level.
    ///
    /// - Parameters:
    ///   - level: Its number.
    ///   - resolution: Map units that one pixel covers.
    ///   - scale: The denominator of the scale.
    public convenience init(level: Int, resolution: Double, scale: Double) {
        self.init(LevelOfDetail(level: level, resolution: resolution, scale: scale))
    }

    /// Its number; higher ones show more.
    public var level: Int { value.level }
    /// Map units that one pixel covers.
    public var resolution: Double { value.resolution }
    /// The denominator of the scale.
    public var scale: Double { value.scale }
}
