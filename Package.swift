// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors where the gate builds, and nowhere else: a package that others depend on is built with its warnings suppressed, and the
/// compiler refuses to do both.
let isStrict = Context.environment["CAIRN_STRICT"] != nil
let applePlatforms: [Platform] = [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS]

let conditions: [SwiftSetting] = [
    // The kinds of branches for Apple platforms, which `-D` switches on elsewhere: what needs Darwin, what needs Objective-C, and apps that live in
    // a container and start no processes.
    .define("CAIRN_DARWIN", .when(platforms: applePlatforms)),
    .define("CAIRN_OBJC", .when(platforms: applePlatforms)),
    .define("CAIRN_APP_CONTAINER", .when(platforms: [.iOS, .tvOS, .watchOS, .visionOS])),
]
let rules: [SwiftSetting] =
    conditions + [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])
let settings = [.swiftLanguageMode(.v6)] + rules

let package = Package(
    name: "Cairn",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "CairnCore", targets: ["CairnCore"]),
        .library(name: "CairnWorkflow", targets: ["CairnWorkflow"]),
        .library(name: "CairnGeo", targets: ["CairnGeo"]),
        .library(name: "CairnTasks", targets: ["CairnTasks"]),
        .library(name: "CairnOffline", targets: ["CairnOffline"]),
        .library(name: "CairnLocalServer", targets: ["CairnLocalServer"]),
        .library(name: "CairnCallbacks", targets: ["CairnCallbacks"]),
        .library(name: "AGSCompat", targets: ["AGSCompat"]),
        .library(name: "AGSToolkitCompat", targets: ["AGSToolkitCompat"]),
        .library(name: "TSKCompat", targets: ["TSKCompat"]),
        .library(name: "Cairn", targets: ["Cairn"]),
        // Not `cairn`: what Xcode builds of it would stand where that of the library does, on file systems that take one for the other. `.ci/setup`
        // makes `.build/bin/cairn` lead to it.
        .executable(name: "cairn-tool", targets: ["CairnCommand"]),
        .library(name: "CairnTesting", targets: ["CairnTesting"]),
    ],
    traits: [
        .trait(name: "SilentMigration", description: "No warnings for old spellings that only have another name now.")
    ],
    targets: [
        // Without pkgConfig: the module maps link, and on macOS Homebrew's files would bring a second SQLite and zlib.
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
        .systemLibrary(name: "CGEOS", pkgConfig: "geos", providers: [.apt(["libgeos-dev"]), .brew(["geos"])]),
        .systemLibrary(name: "CLinux"),
        .target(
            name: "CairnCore", dependencies: [.target(name: "CLinux", condition: .when(platforms: [.linux]))],
            swiftSettings: settings),
        .target(name: "CairnWorkflow", dependencies: ["CairnCore"], swiftSettings: settings),
        .target(
            name: "CairnGeo",
            dependencies: [
                "CairnCore", "CSQLite", "CZlib", .target(name: "CGEOS", condition: .when(platforms: [.linux, .macOS])),
            ],
            swiftSettings: settings),
        .target(
            name: "CairnTasks",
            dependencies: ["CairnCore", "CairnGeo", .target(name: "CCurl", condition: .when(platforms: [.linux]))],
            swiftSettings: settings),
        .target(
            name: "CairnOffline", dependencies: ["CairnCore", "CairnGeo", "CairnTasks", "CZlib"], swiftSettings: settings),
        .target(
            name: "CairnLocalServer",
            dependencies: [
                "CairnCore", "CairnGeo", "CairnTasks", "CairnOffline",
                .target(name: "CMicrohttpd", condition: .when(platforms: [.linux, .macOS])),
            ],
            swiftSettings: settings),
        .target(name: "CairnTesting", dependencies: ["CairnCore", "CairnTasks", "CZlib"], swiftSettings: settings),
        .target(
            name: "Cairn", dependencies: ["CairnCore", "CairnWorkflow", "CairnGeo", "CairnTasks", "CairnOffline"],
            swiftSettings: settings),
        .executableTarget(
            name: "CairnCommand", dependencies: ["Cairn", "CairnCore", "CairnWorkflow", "CairnLocalServer"],
            swiftSettings: settings),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CairnCore", "CairnGeo", "CairnTasks", "CairnOffline", "CairnLocalServer", "CairnTesting", "CairnWorkflow",
                "TSKCompat", "AGSCompat", "CairnCallbacks",
            ],
            swiftSettings: settings),
        .target(name: "CairnCallbacks", dependencies: ["CairnCore"], swiftSettings: settings),
        .target(
            name: "AGSCompat",
            dependencies: ["Cairn", "CairnCore", "CairnGeo", "CairnTasks", "CairnOffline", "CairnCallbacks"],
            // A class of a module in Swift 6 mode counts as known not to be Sendable, and old callers may not take it to a queue.
            swiftSettings: [.swiftLanguageMode(.v5)] + rules + (isStrict ? [.define("SilentMigration")] : [])),
        .target(
            name: "AGSToolkitCompat", dependencies: ["AGSCompat", "CairnCallbacks", "CairnCore"],
            swiftSettings: [.swiftLanguageMode(.v5)] + rules),
        .target(
            name: "TSKCompat", dependencies: ["CairnCore", "CairnWorkflow", "CairnCallbacks"],
            swiftSettings: settings + (isStrict ? [.define("SilentMigration")] : [])),
        .testTarget(
            name: "CairnCommandTests",
            dependencies: ["CairnCommand", "CairnCore", "CairnTasks", "CairnOffline", "CairnLocalServer", "CairnTesting"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CairnTests",
            dependencies: [
                "Cairn", "CairnCore", "CairnWorkflow", "CairnGeo", "CairnTasks", "CairnOffline", "CairnLocalServer",
                "CairnTesting",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "CairnCore", "Cairn", "CairnTesting", "CairnLocalServer", "AGSCompat", "AGSToolkitCompat", "TSKCompat",
                "CairnCallbacks",
            ],
            // What snippets mean beside what they print; compiled with them by the tests.
            exclude: ["Context"], swiftSettings: settings),
        .testTarget(
            name: "CairnCallbacksTests", dependencies: ["CairnCallbacks", "CairnCore", "CairnTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "AGSCompatTests",
            dependencies: [
                "AGSCompat", "Cairn", "CairnCore", "CairnGeo", "CairnOffline", "CairnTasks", "CairnLocalServer", "CairnTesting",
                "CairnCallbacks",
            ],
            // As old callers' code is compiled, at its strictest.
            swiftSettings: [.swiftLanguageMode(.v5)] + conditions + (isStrict ? [.treatAllWarnings(as: .error)] : [])),
        .testTarget(
            name: "AGSToolkitCompatTests", dependencies: ["AGSToolkitCompat", "AGSCompat", "CairnCore", "CairnTesting"],
            // As old callers' code is compiled.
            swiftSettings: [.swiftLanguageMode(.v5)] + conditions + (isStrict ? [.treatAllWarnings(as: .error)] : [])),
        .executableTarget(
            name: "JobStress", dependencies: ["CairnCore", "CairnTesting"], path: "Tests/JobStress", swiftSettings: settings),
        .testTarget(name: "CairnTestingTests", dependencies: ["CairnCore", "CairnTesting"], swiftSettings: settings),
        .testTarget(name: "CairnCoreTests", dependencies: ["CairnCore", "CairnTesting"], swiftSettings: settings),
        .testTarget(
            name: "CairnOfflineTests", dependencies: ["CairnCore", "CairnGeo", "CairnOffline", "CairnTasks", "CairnTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "CairnTasksTests",
            dependencies: [
                "CairnCore", "CairnGeo", "CairnTasks", "CairnOffline", "CairnLocalServer", "CairnTesting", "CZlib",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "CairnLocalServerTests",
            dependencies: ["CairnCore", "CairnGeo", "CairnTasks", "CairnOffline", "CairnLocalServer", "CairnTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "CairnWorkflowTests", dependencies: ["CairnCore", "CairnWorkflow", "CairnTesting"], swiftSettings: settings),
        .testTarget(
            name: "TSKCompatTests", dependencies: ["TSKCompat", "CairnTesting"],
            // As old callers' code is compiled.
            swiftSettings: [.swiftLanguageMode(.v5)] + conditions),
        .testTarget(name: "CairnGeoTests", dependencies: ["CairnCore", "CairnGeo", "CairnTesting"], swiftSettings: settings),
    ]
)
