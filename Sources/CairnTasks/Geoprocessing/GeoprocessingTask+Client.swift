extension GeoprocessingTask {
    /// How the tool is reached.
    package var client: ServiceClient { wire.client }
}
