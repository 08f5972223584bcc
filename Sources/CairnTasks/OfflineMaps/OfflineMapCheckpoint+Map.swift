extension OfflineMapCheckpoint {
    /// The online map as it was when it was asked for; nil before that.
    package var onlineMap: WebMap? { order?.map.map }
}
