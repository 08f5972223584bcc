#if !CAIRN_APP_CONTAINER
    import CairnLocalServer
    import CairnOffline
    import CairnTasks
    import Foundation

    /// The demo's town, and a server for it.
    struct ServedTown {
        let server: LocalServer
        let url: URL
        /// The address of its locator.
        let service: String

        init(_ tool: Tool, addresses: Int, users: [String: String] = [:]) async throws {
            try tool.makeDemoTown(addresses: addresses)
            let locator = LocatorTask(fileURL: URL(filePath: tool.path("town/town.locator")))
            // Asked by another name, too, to which nothing secret may go.
            server = LocalServer(locators: ["Town": locator], users: users, access: ServerAccess(hosts: ["0.0.0.0"]))
            url = try await server.start()
            service = server.url(of: "Town", .geocodeServer, at: url).absoluteString
        }

        /// Whoever geocodes tables gets so many batches, and then waits until faults are cleared and he asks again.
        func holdBatches(after count: Int) {
            server.faults.inject(.delay(.zero), into: "geocodeAddresses", times: count)
            server.faults.inject(.hang, into: "geocodeAddresses", times: .max)
        }
    }
#endif
