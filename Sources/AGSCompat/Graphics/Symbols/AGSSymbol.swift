public import Foundation

/// How something is drawn, as a model: nothing here draws it.
public class AGSSymbol: NSObject {}
