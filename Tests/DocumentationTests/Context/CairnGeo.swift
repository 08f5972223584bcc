import Foundation

var url: URL { given() }
