import Cairn
import CairnLocalServer
import Foundation

var file: URL { given() }
var layerURL: URL { given() }
