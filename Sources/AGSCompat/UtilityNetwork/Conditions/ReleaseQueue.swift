import Foundation

/// What a thread still has to let go of: objects that let go of others as they end, one after the other. By itself a long chain of them would take as
/// much stack as it is long.
final class ReleaseQueue {
    /// Nil where the system has none left.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    private var objects: [AnyObject]

    private init(_ objects: [AnyObject]) { self.objects = objects }

    /// Lets go of objects: now, or after those that this thread is at.
    static func release(_ objects: [AnyObject]) {
        guard let key else { return }
        if let current = pthread_getspecific(key) {
            Unmanaged<ReleaseQueue>.fromOpaque(current).takeUnretainedValue().objects += objects
        } else {
            ReleaseQueue(objects).run(key)
        }
    }

    /// The thread knows of it only as long as this runs.
    private func run(_ key: pthread_key_t) {
        pthread_setspecific(key, Unmanaged.passUnretained(self).toOpaque())
        while let object = objects.popLast() { _ = object }
        pthread_setspecific(key, nil)
    }
}
