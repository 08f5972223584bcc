import Cairn
import CairnTesting
import Foundation

var transport: any HTTPTransport { given() }
var url: URL { given() }
var photo: URL { given() }
/// Where a body is written to.
var output: FileHandle { given() }
/// Where a download goes.
var file: URL { given() }
