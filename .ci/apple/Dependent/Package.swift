// swift-tools-version: 6.2
import PackageDescription

// A package that takes Cairn by its address, as a user's does. The check says where that is.
let package = Package(
    name: "Dependent",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(url: Context.environment["CAIRN_URL"] ?? "", branch: "main")],
    targets: [
        .executableTarget(
            name: "Dependent",
            dependencies: ["Cairn", "AGSCompat", "TSKCompat", "CairnLocalServer", "CairnTesting"].map {
                .product(name: $0, package: "Cairn")
            })
    ])
