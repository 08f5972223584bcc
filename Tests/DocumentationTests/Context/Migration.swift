import AGSCompat
import AGSToolkitCompat
import Cairn
import CairnCallbacks
import CairnCore
import Foundation
import TSKCompat

struct Photo: Sendable {}

func fetchImage(_ completion: @escaping (String?, (any Error)?) -> Void) {}
func fetchedImage() async throws -> String { given() }
func processed(_ image: Photo, tile: Int) throws -> Photo { given() }
func process(_ image: Photo, tile: Int) async throws -> Photo { given() }
func join(_ tiles: [Photo]) -> Photo { given() }
