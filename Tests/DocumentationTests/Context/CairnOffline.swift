import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import Foundation

var file: URL { given() }
