/// Told by an ``AGSLocationDataSource`` what it tells, on whatever thread that is. Each of its methods may be left out.
public protocol AGSLocationChangeHandlerDelegate: AnyObject {
    /// The device is elsewhere.
    func locationDataSource(_ locationDataSource: AGSLocationDataSource, locationDidChange location: AGSLocation)
    /// The device points elsewhere: degrees clockwise from north.
    func locationDataSource(_ locationDataSource: AGSLocationDataSource, headingDidChange heading: Double)
    /// The source was started, or stopped.
    func locationDataSource(_ locationDataSource: AGSLocationDataSource, statusDidChange status: AGSLocationDataSourceStatus)
}

extension AGSLocationChangeHandlerDelegate {
    /// Nothing.
    public func locationDataSource(_ locationDataSource: AGSLocationDataSource, locationDidChange location: AGSLocation) {}
    /// Nothing.
    public func locationDataSource(_ locationDataSource: AGSLocationDataSource, headingDidChange heading: Double) {}
    /// Nothing.
    public func locationDataSource(
        _ locationDataSource: AGSLocationDataSource, statusDidChange status: AGSLocationDataSourceStatus
    ) {}
}
