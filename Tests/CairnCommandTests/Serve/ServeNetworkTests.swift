#if !CAIRN_APP_CONTAINER
    import CairnCore
    import CairnGeo
    import CairnTasks
    import Foundation
    import Testing

    #if CAIRN_DARWIN
        import Darwin
    #else
        import Glibc
    #endif

    /// `cairn serve --network` as a process.
    @Suite(.timeLimit(.minutes(5)))
    struct ServeNetworkTests {
        private let tool: Tool

        init() async throws {
            tool = try Tool()
            try tool.write("nodes.csv", "id,lon,lat\n1,0,0\n2,0.001,0\n3,0.002,0\n")
            try tool.write(
                "edges.csv",
                "from,to,millimetres,milliseconds,class,name\n1,2,111000,10000,residential,Long Street\n2,3,111000,10000,residential,Long Street\n"
            )
            #expect(try await tool.run("build-network", "nodes.csv", "edges.csv", "-o", "a.network").code == 0)
        }

        @Test(arguments: [["--network", "Town=a.network"], ["Town=a.network"]])
        func `a road network is served to who asks services for routes`(_ files: [String]) async throws {
            let (running, output, port) = try await tool.serve(tool.process(["serve"] + files + ["--port", "0"]))
            let service = "http://127.0.0.1:\(port)/arcgis/rest/services/Town/NAServer"
            let task = RouteTask(url: try #require(URL(string: service + "/Route")), credential: CredentialStore())
            var parameters = try await task.makeDefaultParameters()
            parameters.stops = [0, 0.002].map { Stop(point: MapPoint(latitude: 0, longitude: $0)) }
            #expect(try await task.solveRoute(using: parameters).routes.first?.totalTime == 20)
            let told = try await tool.run("route", "0,0", "0.002,0", "--service", service + "/Route")
            #expect(told.code == 0 && told.output.contains("Go east on Long Street"), "\(told)")
            kill(running.process.processIdentifier, SIGTERM)
            #expect(await running.end() == 0)
            withExtendedLifetime(output) {}
        }

        @Test func `what is no network is told, and nothing is served`() async throws {
            let missing = try await tool.run("serve", "--network", "none.network", "--port", "0")
            #expect(missing.code == 1 && missing.errors.contains("none.network") && missing.output.isEmpty)
            let wrong = try await tool.run("serve", "--network", "nodes.csv", "--port", "0")
            #expect(wrong.code == 1 && wrong.errors.contains("is no road network"), "\(wrong.errors)")
            let nothing = try await tool.run("serve", "--port", "0")
            #expect(nothing.code == 2 && nothing.errors.contains("--network FILE"))
            let twice = try await tool.run("serve", "-n", "a.network", "-n", "A=a.network", "--port", "0")
            #expect(twice.code == 2 && twice.errors.contains("two services are called a"))
        }
    }
#endif
