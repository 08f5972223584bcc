/// What is to be said against something that a service has sent: taken over, something would be lost.
package struct ReplicaObjection: Error, Hashable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}
