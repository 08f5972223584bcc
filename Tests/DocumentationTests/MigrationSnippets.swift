import AGSCompat
import Cairn
import CairnCallbacks
import Foundation

func fetchImage(_ completion: @escaping (String?, (any Error)?) -> Void) { completion("🐸", nil) }
func fetchedImage() async throws -> String { "🐸" }

class Frog: AGSLoadableBase {
    var image: String?

    override func doStartLoading(_ retrying: Bool) {
        fetchImage { image, error in
            self.image = image
            self.loadDidFinishWithError(error)
        }
    }
}

func showOld(_ frog: Frog) {
    frog.load { error in
        if let error = error { print(error) } else { print(frog.image ?? "") }
    }
}

final class Toad: Loadable {
    let loader = Loader()
    let image = Level<String?>(nil)

    @concurrent func performLoad() async throws {
        image.send(try await fetchedImage())
    }
}

func showNew(_ toad: Toad) async throws {
    try await toad.load()
    print(toad.image.value ?? "")
}

func startOld(_ job: AGSJob) {
    job.start(statusHandler: { status in
        print("status \(status)")
    }) { result, error in
        if let error = error as NSError?, error.code == NSUserCancelledError { return }
        print(result ?? "nothing")
    }
}

func startNew(_ job: Job<BatchGeocodeWork>) async throws {
    try job.start()
    for await status in job.statuses { print("status \(status)") }
    print(try await job.output)
}

func findOld(_ locator: AGSLocatorTask) {
    let parameters = AGSGeocodeParameters()
    parameters.countryCode = "France"
    parameters.maxResults = 5
    locator.geocode(withSearchText: "10 rue de Rivoli", parameters: parameters) { results, error in
        if let error = error { return print(error) }
        print(results?.first?.label ?? "nothing")
    }
}

func findNew(_ locator: LocatorTask) async throws {
    var parameters = GeocodeParameters()
    parameters.countryCode = "FR"
    parameters.maxResults = 5
    let results = try await locator.geocode(forSearchText: "10 rue de Rivoli", using: parameters)
    print(results.first?.label ?? "nothing")
}

func lookUp(_ text: String, in locator: LocatorTask, completion: @escaping (Result<[GeocodeResult], any Error>) -> Void)
    -> CallbackOperation
{
    CallbackOperation({ try await locator.geocode(forSearchText: text) }, completion: completion)
}
