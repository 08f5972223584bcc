import Cairn
import Foundation

/// A field to type in.
struct Field {
    var texts: AsyncStream<String>
    func show(_ texts: [String]) {}
}

var key: String { given() }
var field: Field { given() }
