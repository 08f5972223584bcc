import AGSCompat
import AGSToolkitCompat
import Foundation

var job: AGSJob { given() }

func show(_ result: Any?, _ error: (any Error)?) {}
