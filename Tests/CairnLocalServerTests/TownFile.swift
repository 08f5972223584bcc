import CairnOffline
import Foundation

/// A locator file of a few addresses.
struct TownFile {
    let url: URL

    /// - Parameter addresses: The lines of a table of numbers, streets, cities, states, postal codes, longitudes and latitudes.
    init(_ addresses: String) throws {
        let table = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
        try Data("number,street,city,state,postcode,lon,lat\n\(addresses)".utf8).write(to: table)
        url = table.appendingPathExtension("locator")
        _ = try LocatorBuilder(name: "Town").build([LocatorTable(detecting: table)], to: url)
    }
}
