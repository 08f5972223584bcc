#if !CAIRN_APP_CONTAINER
    import Foundation
    import Testing

    @testable import CairnCommand

    extension Tool {
        static let town =
            "number,street,city,lon,lat\n1,Elm Street,Town,1,2\n2,Elm Street,Town,1.001,2\n3,Oak Street,Town,1.002,2\n"
        static let letters = "address,city\n1 Elm Street,Town\n9 Nowhere,Town\n3 Oak Street,Town\n"

        /// In a folder with `t.csv`, the addresses of a town, and `letters.csv`, what people write.
        static func inTown() throws -> Tool {
            let tool = try Tool()
            try tool.write("t.csv", town)
            try tool.write("letters.csv", letters)
            return tool
        }

        /// Makes the demo's town in the folder `town`.
        func makeDemoTown(addresses: Int) throws {
            let town = folder.appending(path: "town")
            try FileManager.default.createDirectory(at: town, withIntermediateDirectories: true)
            _ = try TownFiles(of: DemoTown(addresses: addresses), in: town)
        }

        /// Makes `t.locator` of `t.csv`.
        func buildLocator() async throws {
            #expect(try await run("build-locator", "t.csv", "-o", "t.locator").code == 0)
        }
    }
#endif
