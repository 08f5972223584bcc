import CairnGeo
import Foundation

var url: URL { given() }
var file: URL { given() }
var geodatabase: Geodatabase { given() }
var table: GeodatabaseFeatureTable { given() }
var features: [Feature] { given() }
var tiles: [(key: TileKey, png: Data)] { given() }
