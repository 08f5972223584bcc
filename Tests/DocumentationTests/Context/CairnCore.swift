import CairnCore
import Foundation

var work: CountLines { given() }
var job: Job<CountLines> { given() }
var record: JobRecord { given() }
var store: FileJobStore { given() }
var kinds: JobKinds { given() }
var url: URL { given() }
var jobs: URL { given() }
var data: Data { given() }
var streets: any Loadable { given() }
var places: any Loadable { given() }
var gazetteer: Gazetteer { given() }

func readBlock(of file: URL, at offset: Int) throws -> Data? { given() }
func readToken() throws -> String { given() }
func fetchNames() async throws -> [String] { given() }

struct Upload: JobWork {
    static let kind = "upload"
    typealias Services = Account

    @concurrent func perform(in context: JobContext<Self>) async throws {}
}

struct Account: Sendable {
    init(token: String) {}
}

/// As SwiftUI has them.
@MainActor
protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}
extension View {
    func task(_ action: @escaping @MainActor () async -> Void) -> some View { self }
}
extension Never: View {
    var body: Never { fatalError() }
}
struct Text: View {
    init(_ text: String) {}
    var body: Never { fatalError() }
}
@resultBuilder
struct ViewBuilder {
    static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}
