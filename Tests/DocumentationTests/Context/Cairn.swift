import Cairn
import Foundation

var credential: APIKeyCredential { given() }
var key: String { given() }
var work: BatchGeocodeWork { given() }
var store: FileJobStore { given() }
