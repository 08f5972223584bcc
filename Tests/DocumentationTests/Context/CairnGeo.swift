import CairnCore
import CairnGeo
import Foundation

var url: URL { given() }
var file: URL { given() }
var table: GeodatabaseFeatureTable { given() }
var geodatabase: Geodatabase { given() }
var features: [Feature] { given() }
