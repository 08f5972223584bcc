import CairnGeo
import CairnTasks
import Testing

@testable import CairnOffline

struct RouteScheduleTests {
    @Test(arguments: [(TravelKind.drivingTime, 180.0), (.drivingDistance, 180), (.walkingTime, 420)])
    func `one stays as long as the stop says for who moves so`(_ kind: TravelKind, _ stay: Double) {
        var stops = [0.0, 1, 2].map { Stop(point: MapPoint(latitude: $0, longitude: 0)) }
        stops[1].addedCosts = ["TravelTime": 3, "WalkTime": 7, "Kilometers": 9]
        let schedule = RouteSchedule(stops, times: [10, 20], start: nil, by: kind)
        #expect(schedule.travelTime == 30 && schedule.totalTime == 30 + stay)
    }

    @Test func `what another way of moving costs makes nobody stay`() {
        var stop = Stop(point: MapPoint(latitude: 0, longitude: 0))
        stop.addedCosts = ["TravelTime": 3]
        #expect(RouteSchedule([stop, stop], times: [10], start: nil, by: .walkingTime).totalTime == 10)
    }
}
