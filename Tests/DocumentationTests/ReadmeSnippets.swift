import Cairn
import Foundation

/// The README's example.
func readme() async throws {
    let work = BatchGeocodeWork(
        table: try AddressTable(detecting: URL(filePath: "addresses.csv")), output: URL(filePath: "addresses.geojson"),
        format: .geoJSON, locator: .file(URL(filePath: "town.locator")))
    let job = try Job(work, services: .standard)
    try job.start()
    for await percent in job.progressUpdates { print("\(percent) %") }
    print(try await job.output.matched, "addresses found")
}
