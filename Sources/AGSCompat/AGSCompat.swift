// What came with the old framework: files of its callers name dates, addresses, queues and requests without importing anything else.
@_exported public import Foundation

#if canImport(FoundationNetworking)
    @_exported public import FoundationNetworking
#endif
#if canImport(UIKit)
    @_exported public import UIKit
#elseif canImport(AppKit)
    @_exported public import AppKit
#endif
