import Foundation

/// What a thread still has to let go of: objects that let go of others as they end, one after the other. By itself a long chain of them would take as
/// much stack as it is long.
final class ReleaseQueue {
    /// Nil where the system has none left.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    private var objects: [AnyObject] = []

    /// Lets go of objects: now, or after those that this thread is at.
    ///
    /// - Parameter take: Takes them from where they are: nothing else may have them when they are let go of.
    static func release(_ take: () -> [AnyObject]) {
        guard let key else { return }
        if let current = pthread_getspecific(key) {
            Unmanaged<ReleaseQueue>.fromOpaque(current).takeUnretainedValue().objects += take()
        } else {
            let queue = ReleaseQueue()
            queue.objects += take()
            queue.run(key)
        }
    }

    /// The thread knows of it only as long as this runs.
    private func run(_ key: pthread_key_t) {
        pthread_setspecific(key, Unmanaged.passUnretained(self).toOpaque())
        while let object = objects.popLast() { _ = object }
        pthread_setspecific(key, nil)
    }
}
