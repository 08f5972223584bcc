import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import Foundation

var file: URL { given() }
var home: MapPoint { given() }
var work: MapPoint { given() }
