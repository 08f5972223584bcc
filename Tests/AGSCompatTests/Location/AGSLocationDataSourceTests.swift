import AGSCompat
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AGSLocationDataSourceTests {
    private final class Watch: AGSLocationChangeHandlerDelegate {
        var told: [String] = []

        func locationDataSource(_ locationDataSource: AGSLocationDataSource, locationDidChange location: AGSLocation) {
            told.append("at \(location.position?.x ?? .nan)")
        }
        func locationDataSource(_ locationDataSource: AGSLocationDataSource, headingDidChange heading: Double) {
            told.append("to \(heading)")
        }
        func locationDataSource(
            _ locationDataSource: AGSLocationDataSource, statusDidChange status: AGSLocationDataSourceStatus
        ) {
            told.append("\(status)")
        }
    }

    private final class Deaf: AGSLocationChangeHandlerDelegate {}

    /// As apps make them: it is started, or is not, when it is told.
    private final class Receiver: AGSLocationDataSource {
        var answersAtOnce = true

        override func doStart() { if answersAtOnce { didStartOrFailWithError(nil) } }
        override func doStop() { if answersAtOnce { didStop() } }
    }

    /// As apps make them: it sees what it says before others are told, and keeps some of it to itself.
    private final class Careful: AGSLocationDataSource {
        var said: [String] = []

        override init() { super.init() }

        override func didStartOrFailWithError(_ error: (any Error)?) {
            said.append("started")
            super.didStartOrFailWithError(error)
        }
        override func didStop() {
            said.append("stopped")
            super.didStop()
        }
        override func didUpdate(_ location: AGSLocation) {
            said.append("at \(location.horizontalAccuracy)")
            if location.horizontalAccuracy < 10 { super.didUpdate(location) }
        }
        override func didUpdateHeading(_ heading: Double) { super.didUpdateHeading(heading + 1) }
    }

    /// As apps make them: each way to make one is overridden.
    private final class Fix: AGSLocation {
        let satellites: Int

        init(satellites: Int, at position: AGSPoint) {
            self.satellites = satellites
            super.init(position: position, horizontalAccuracy: 5, velocity: 1, course: 90, lastKnown: false)
        }
        override init(
            position: AGSPoint?, timestamp: Date, horizontalAccuracy: Double, velocity: Double, course: Double, lastKnown: Bool
        ) {
            satellites = 0
            super.init(
                position: position, timestamp: timestamp, horizontalAccuracy: horizontalAccuracy, velocity: velocity,
                course: course, lastKnown: lastKnown)
        }
    }

    private func start(_ source: AGSLocationDataSource, then body: () -> Void = {}) async -> (any Error)? {
        await withCheckedContinuation { continuation in
            source.start { continuation.resume(returning: $0) }
            body()
        }
    }

    private func stop(_ source: AGSLocationDataSource, then body: () -> Void = {}) async {
        await withCheckedContinuation { continuation in
            source.stop { continuation.resume() }
            body()
        }
    }

    private let place = AGSLocation(
        position: AGSPointMakeWGS84(1, 2), horizontalAccuracy: 5, velocity: 1, course: 90, lastKnown: false)

    @Test func `a location is what it was made with`() {
        #expect(place.position?.y == 1 && place.horizontalAccuracy == 5 && place.velocity == 1 && place.course == 90)
        #expect(!place.lastKnown && place.verticalAccuracy.isNaN && abs(place.timestamp.timeIntervalSinceNow) < 600)
        let moment = Date(timeIntervalSince1970: 7)
        let old = AGSLocation(
            position: nil, timestamp: moment, horizontalAccuracy: 1, velocity: 0, course: 0, lastKnown: true)
        #expect(old.lastKnown && old.timestamp == moment && old.position == nil)
        let high = AGSLocation(
            position: nil, timestamp: moment, horizontalAccuracy: 1, verticalAccuracy: 3, velocity: 0, course: 0, lastKnown: true)
        #expect(high.verticalAccuracy == 3)
    }

    @Test func `a source tells its delegate while it is started`() async {
        let (source, watch) = (Receiver(), Watch())
        source.locationChangeHandlerDelegate = watch
        source.didUpdate(place)
        #expect(await start(source) == nil)
        #expect(source.started && source.status == .started)
        source.didUpdate(place)
        source.didUpdateHeading(45)
        #expect(await start(source) == nil)
        await stop(source)
        source.didUpdate(place)
        await stop(source)
        #expect(!source.started && watch.told == ["starting", "started", "at 2.0", "to 45.0", "stopping", "stopped"])
        let plain = AGSLocationDataSource()
        let deaf = Deaf()
        plain.locationChangeHandlerDelegate = deaf
        #expect(await start(plain) == nil)
        plain.didUpdate(place)
        plain.didUpdateHeading(1)
        await stop(plain)
        withExtendedLifetime(deaf) {}
    }

    @Test func `a subclass sees what it says before others are told, and may keep it to itself`() async {
        let (source, watch) = (Careful(), Watch())
        source.locationChangeHandlerDelegate = watch
        #expect(await start(source) == nil)
        source.didUpdate(AGSLocation(position: nil, horizontalAccuracy: 50, velocity: 0, course: 0, lastKnown: false))
        source.didUpdate(place)
        source.didUpdateHeading(44)
        await stop(source)
        #expect(source.said == ["started", "at 50.0", "at 5.0", "stopped"])
        #expect(watch.told == ["starting", "started", "at 2.0", "to 45.0", "stopping", "stopped"])
    }

    @Test func `a subclass of a location is made by any of the ways to make one`() {
        let fix = Fix(satellites: 7, at: AGSPointMakeWGS84(1, 2))
        #expect(fix.satellites == 7 && fix.position?.y == 1 && fix.horizontalAccuracy == 5 && fix.velocity == 1)
        #expect(fix.course == 90 && !fix.lastKnown && fix.verticalAccuracy.isNaN)
        #expect(abs(fix.timestamp.timeIntervalSinceNow) < 600)
        let moment = Date(timeIntervalSince1970: 7)
        let old = Fix(position: nil, timestamp: moment, horizontalAccuracy: 1, velocity: 2, course: 3, lastKnown: true)
        #expect(old.timestamp == moment && old.horizontalAccuracy == 1 && old.velocity == 2 && old.course == 3)
        #expect(old.lastKnown && old.verticalAccuracy.isNaN && old.position == nil && old.satellites == 0)
    }

    @Test func `who starts is told when that is done, has failed, or was stopped`() async {
        let source = Receiver()
        source.answersAtOnce = false
        let failure = await start(source) { source.didStartOrFailWithError(URLError(.unknown)) }
        #expect(failure is URLError && source.status == .failedToStart && source.error is URLError)
        let cancelled = await start(source) {
            #expect(source.status == .starting && source.error == nil)
            source.stop()
        }
        #expect((cancelled as NSError?)?.code == NSUserCancelledError && source.status == .stopping)
        let stopping = await start(source)
        #expect((stopping as NSError?)?.code == AGSErrorCode.commonIllegalState.rawValue)
        await stop(source) { source.didStop() }
        #expect(source.status == .stopped)
        #expect(await start(source) { source.didStartOrFailWithError(nil) } == nil)
    }
}
