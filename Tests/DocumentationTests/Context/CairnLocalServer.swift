import CairnLocalServer
import CairnTasks
import Foundation

var server: LocalServer { given() }
var town: LocatorTask { given() }
var file: URL { given() }
var folder: URL { given() }
