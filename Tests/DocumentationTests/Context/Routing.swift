import Cairn
import Foundation

var serviceURL: URL { given() }
var home: MapPoint { given() }
var work: MapPoint { given() }
var school: MapPoint { given() }
var roadworks: MapPoint { given() }
