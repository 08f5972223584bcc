import CairnGeo
import CairnLocalServer
import CairnTasks
import Foundation

var server: LocalServer { given() }
var town: LocatorTask { given() }
var file: URL { given() }
var folder: URL { given() }
var white: Data { given() }
var black: Data { given() }
var parks: [Feature] { given() }
var streets: [Feature] { given() }
var layers: [DrawnLayer] { given() }
var webMap: WebMap { given() }
var trees: PublishedFeatures { given() }
