import CairnCore
import CairnWorkflow
import Foundation

struct Image: Sendable {}
struct Page: Sendable {}
struct Signature: Sendable {}
struct User: Sendable {}
struct Address: Sendable {}
struct Profile: Sendable {
    init(_ user: User, _ address: Address) {}
}

struct CountLines: JobWork {
    static let kind = "count-lines"
    var file: URL

    @concurrent func perform(in context: JobContext<Self>) async throws -> Int { 0 }
}

var download: Step<URL> { given() }
var workflow: Workflow {
    get { given() }
    set {}
}
var run: WorkflowRun { given() }
var url: URL { given() }
var folder: URL { given() }
var store: FileJobStore { given() }
var names: [String] { given() }
var signature: Signature { given() }
var approval: Step<Signature> { given() }
var image: Step<Image> { given() }
var images: Step<[Image]> { given() }
var text: Step<String> { given() }
var page: Step<Page> { given() }
var files: Step<[URL]> { given() }
var user: Step<User> { given() }
var address: Step<Address> { given() }

func download(_ url: URL) async throws -> Image { given() }
func shrink(_ image: Image) -> Image { given() }
func sharpen(_ image: Image) -> Image { given() }
func crop(_ image: Image) -> Image { given() }
func store(_ image: Image, _ small: Image) async throws {}
func show(_ image: Image) {}
func upload(_ image: Image) async throws {}
func process(_ image: Image, tile: Int) -> Image { given() }
func process(_ image: Image, _ name: String) -> Image { given() }
func join(_ tiles: [Image]) -> Image { given() }
func layOut(_ text: String, _ images: [Image]) -> Page { given() }
func print(_ page: Page, _ signature: Signature) async throws {}
func copy(_ file: URL) async throws {}
func images(in folder: URL) throws -> [URL] { given() }

extension PrerequisiteKey where Value == Address {
    static var address: Self { Self("address") }
}
