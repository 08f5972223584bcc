/// Where the queries of a service's table are answered. What has been edited here and was not sent counts in each.
public enum AGSFeatureRequestMode: Int, Sendable {
    /// By the service. Nothing is kept here: who draws no maps has no use for it.
    case onInteractionCache = 0
    /// By the service.
    case onInteractionNoCache = 1
    /// From what `populateFromService` has brought.
    case manualCache = 2
}
