import Cairn
import Foundation

var portal: Portal { given() }
var id: String { given() }
var area: Geometry { given() }
var folder: URL { given() }
