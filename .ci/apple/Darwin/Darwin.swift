@_exported import CDarwin
@_exported import Glibc

/// A number there, an enumeration here.
@_alwaysEmitIntoClient public var SOCK_STREAM: Int32 { 1 }
