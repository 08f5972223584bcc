/// A layer that asks a service of its own.
public protocol AGSServiceLayer: AGSLayer, AGSRemoteResource {}

extension AGSServiceLayer {
    /// Who is asking, if the service wants to know, for this layer alone; to be set before loading. A layer of a file has none.
    public var credential: AGSCredential? {
        get { service?.held.value }
        set { service?.held.value = newValue }
    }
    /// How its requests are sent; nil for as those of its portal are, or else as the global configuration says.
    public var requestConfiguration: AGSRequestConfiguration? {
        get { service?.held.configuration }
        set { service?.held.configuration = newValue }
    }
}

extension AGSServiceLayer where Self: AGSAPIKeyResource {
    /// An API key that its service is asked with where its `credential` is nil; empty for that of ``AGSArcGISRuntimeEnvironment``. A layer of a file
    /// has none.
    public var apiKey: String {
        get { service?.held.apiKey ?? "" }
        set { service?.held.apiKey = newValue }
    }
}
