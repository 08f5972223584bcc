#if !CAIRN_APP_CONTAINER
    import Cairn
    @testable import CairnCommand
    import Foundation
    import Testing

    struct ToolFilesTests {
        private func file(_ path: String) -> GeoprocessingValue {
            .dataFile(GeoprocessingDataFile(url: URL(string: "http://h/jobs/j/\(path)")!))
        }

        private func names(_ values: [(String, GeoprocessingValue)]) -> [String] {
            ToolFiles(values.map { (key: $0.0, value: $0.1) }).items.map(\.name)
        }

        @Test func `files of one name are called after their outputs, too`() {
            let names = names([("A", file("1/out.tif")), ("B", file("2/out.tif")), ("C", file("3/OUT.TIF"))])
            #expect(names == ["out.tif", "B_out.tif", "C_OUT.TIF"])
        }

        @Test func `every one of many has a name of its own`() {
            let many = GeoprocessingValue.multiValue((0..<50).map { _ in file("x.csv") })
            let names = names([("A", many), ("A_2", file("x.csv")), ("a", file("A_2_x.csv"))])
            #expect(names.count == 52 && Set(names.map { $0.lowercased() }).count == 52)
            #expect(names.allSatisfy { $0.hasSuffix("x.csv") })
        }

        @Test(arguments: ["..%2F..%2Fetc", "a%00b", "%2e%2e", "a%5Cb", "", "."])
        func `a name that leads elsewhere is made one that does not`(path: String) {
            let names = names([("Out", file(path))])
            #expect(names.count == 1 && names.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." })
            #expect(
                names.allSatisfy { name in !name.unicodeScalars.contains { "/\\".unicodeScalars.contains($0) || $0.value < 32 } })
        }

        @Test(arguments: [".bashrc", "...bashrc", ".\u{301}bashrc"]) func `no name begins with a dot`(path: String) {
            let names = names([(".profile", file(path)), (".profile", file(path))])
            #expect(names.count == 2 && names.allSatisfy { $0.utf8.first != UInt8(ascii: ".") }, "\(names)")
        }

        @Test func `a long name keeps its end, and a folder takes it`() {
            let long = String(repeating: "x", count: 4000) + ".tif"
            let names = names([(String(repeating: "o", count: 300), file(long)), ("B", file(long))])
            #expect(names.count == 2 && names.allSatisfy { $0.hasSuffix(".tif") && $0.utf8.count <= 255 })
        }

        @Test func `files within lists and rasters count, and services and uploads do not`() {
            let url = URL(string: "http://h/r.tif")!
            let values: [(key: String, value: GeoprocessingValue)] = [
                ("C", .composite(file("c.txt"))), ("M", .multiValue([file("a.txt"), .long(1)])),
                ("R", .raster(GeoprocessingRaster(.url(url), format: "tif"))),
                ("S", .raster(GeoprocessingRaster(.url(url), type: "ImageService"))),
                ("U", .dataFile(GeoprocessingDataFile(.uploaded(itemID: "i")))), ("T", .string("t")),
            ]
            let files = ToolFiles(values)
            #expect(files.items.map(\.name) == ["c.txt", "a.txt", "r.tif"] && files.withoutAddress == ["U"])
        }
    }
#endif
