// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Cairn",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "CairnCore", targets: ["CairnCore"]),
        .library(name: "CairnGeo", targets: ["CairnGeo"]),
        .library(name: "CairnTesting", targets: ["CairnTesting"]),
    ],
    targets: [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CairnCore", swiftSettings: settings),
        .target(name: "CairnGeo", dependencies: ["CairnCore", "CSQLite", "CZlib"], swiftSettings: settings),
        .target(name: "CairnTesting", dependencies: ["CairnCore"], swiftSettings: settings),
        .testTarget(name: "CairnCoreTests", dependencies: ["CairnCore", "CairnTesting"], swiftSettings: settings),
        .testTarget(name: "CairnGeoTests", dependencies: ["CairnGeo"], swiftSettings: settings),
    ]
)
