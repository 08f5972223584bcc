/// Who is told of each change of a load status, none left out, under the loader's lock: he takes note, and leaves the rest to the wakes.
package protocol LoadObserver: AnyObject, Sendable {
    /// It stands so now.
    func note(_ status: LoadStatus, _ wakes: inout Wakes)
}
