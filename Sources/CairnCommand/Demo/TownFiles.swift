import Cairn
import Foundation

/// A town in a folder: `town.csv` with its addresses, `letters.csv` as people write them, and `town.locator`.
struct TownFiles {
    let locator: URL
    let letters: URL
    let report: LocatorBuilder.Report

    init(of town: DemoTown, in folder: URL) throws {
        let addresses = folder.appending(path: "town.csv")
        letters = folder.appending(path: "letters.csv")
        locator = folder.appending(path: "town.locator")
        try Data(town.table.utf8).write(to: addresses)
        try Data(town.letters.utf8).write(to: letters)
        report = try LocatorBuilder(name: DemoTown.city, defaultCountry: "US").build(
            [LocatorTable(detecting: addresses)], to: locator)
    }
}
