import Cairn
import Foundation

struct Photo: Codable, Sendable {}
struct Signature: Codable, Sendable {
    var by: String
}
struct User: Codable, Sendable {
    var name: String
}
struct Address: Codable, Sendable {
    var town: String
}

var url: URL { given() }
var folder: URL { given() }
var names: [String] { given() }
var signature: Signature { given() }
var upload: Step<Void> { given() }
var jobs: FileJobStore { given() }

func download(_ url: URL) async throws -> Photo { given() }
func shrink(_ image: Photo) -> Photo { given() }
func store(_ image: Photo, _ small: Photo) async throws {}
func show(_ image: Photo) {}
func process(_ image: Photo, tile: Int) async throws -> Photo { given() }
func join(_ tiles: [Photo]) -> Photo { given() }
func upload(_ image: Photo) async throws {}
func loadUser() async throws -> User { given() }
func loadAddress() async throws -> Address { given() }
