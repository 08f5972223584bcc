import AGSCompat
import CairnTesting
import Foundation

// Code of the page on tasks and jobs that geocodes. Docs/Compatibility.md lists what is replaced.

private func print(_ item: Any) { GeocodeViewController.printed.add(item) }

// swift-format-ignore
final class GeocodeViewController {
    static let printed = Printed()

    var locatorTask: AGSLocatorTask?
    /// Opened when a graphic is to be added.
    let isAsked = Gate()
    private let overlay = AGSGraphicsOverlay()

    var graphicsOverlay: AGSGraphicsOverlay {
        isAsked.open()
        return overlay
    }

    func geocode(at service: URL, _ aSymbol: AGSSymbol?) {
        // Create a new LocatorTask from a geocode service endpoint
        locatorTask = AGSLocatorTask(url: service)

        locatorTask?.geocode(withSearchText: "380 New York Street, Redlands, CA"){[weak self] (results, error) -> Void in
            if let error = error {
                print(error.localizedDescription)
                return
            }
            else if let bestResult = results?.first {
                let bestGraphic = AGSGraphic(geometry: bestResult.displayLocation, symbol: aSymbol, attributes: bestResult.attributes)
                self?.graphicsOverlay.graphics.add(bestGraphic)
            }
        }
    }

    func parameters() -> AGSGeocodeParameters {
        let geocodeParams = AGSGeocodeParameters()
        geocodeParams.countryCode = "France"
        geocodeParams.maxResults = 5
        return geocodeParams
    }
}

// swift-format-ignore
/// "Work online or offline".
final class LocatorViewController {
    static let printed = GeocodeViewController.printed

    var locatorTask: AGSLocatorTask? { didSet { changed?() } }
    var offlineLocatorTask: AGSLocatorTask?
    var mobileMapPackage: AGSMobileMapPackage!
    var changed: (() -> Void)?

    func makeLocators() {
        // create a locator task from a geocode service endpoint
        let locatorURL = URL(string: "https://geocode-api.arcgis.com/arcgis/rest/services/World/GeocodeServer")!
        locatorTask = AGSLocatorTask(url: locatorURL)
         // or create a locator task from a local .loz file
        offlineLocatorTask = AGSLocatorTask(name: "locatorfilename.loz")
         // or create a locator task from mobile map packages (if it contains one)
        self.mobileMapPackage.load {[weak self]  (error) -> Void in
            guard error == nil else {
                print(error!.localizedDescription)
                return
            }
            self?.locatorTask = self?.mobileMapPackage.locatorTask
        }
    }
}
