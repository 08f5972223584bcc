// As old code has it, shortened, with another import.
import AGSCompat
import Foundation

/// Most of what samples of 100.x do that count customers by phases: a trace for each phase, whose barriers are the tier's and that phase.
final class LoadReportViewController {
    let utilityNetwork: AGSUtilityNetwork
    var initialExpression: AGSUtilityTraceConditionalExpression!
    var traceParameters: AGSUtilityTraceParameters!
    var phases: [AGSCodedValue] = []
    var report = [AGSCodedValue: (elements: Int, load: Int)]()
    var lines: [String] = []
    var finished: (() -> Void)?

    init(_ utilityNetwork: AGSUtilityNetwork) {
        self.utilityNetwork = utilityNetwork
    }

    func prepare(_ globalID: UUID) {
        utilityNetwork.load { [weak self] error in
            guard let self = self else { return }
            if let error = error {
                self.lines.append(error.localizedDescription)
                self.finished?()
                return
            }
            let source = self.utilityNetwork.definition.networkSource(withName: "Electric Device")
            guard let assetType = source?.assetGroup(withName: "Switch")?.assetType(withName: "Gang"),
                let start = self.utilityNetwork.createElement(with: assetType, globalID: globalID)
            else { return }
            start.terminal = assetType.terminalConfiguration?.terminals.first { $0.name == "Load" }
            let tier = self.utilityNetwork.definition.domainNetwork(withDomainNetworkName: "Electric")?.tier(withName: "Medium")
            guard let configuration = tier?.makeDefaultTraceConfiguration() else { return }
            self.prepare(start, configuration)
        }
    }

    private func prepare(_ start: AGSUtilityElement, _ configuration: AGSUtilityTraceConfiguration) {
        initialExpression = configuration.traversability?.barriers as? AGSUtilityTraceConditionalExpression
        let parameters = AGSUtilityTraceParameters(traceType: .downstream, startingLocations: [start])
        parameters.resultTypes.append(.ags_value(with: .functionOutputs))
        let definition = utilityNetwork.definition
        if let category = definition.categories.first(where: { $0.name == "Protective" }),
            let load = definition.networkAttributes.first(where: { $0.name == "Load" })
        {
            let comparison = AGSUtilityCategoryComparison(category: category, comparisonOperator: .exists)
            configuration.functions = [AGSUtilityTraceFunction(functionType: .add, networkAttribute: load, condition: comparison)]
            configuration.outputCondition = comparison
        }
        parameters.traceConfiguration = configuration
        traceParameters = parameters
        let attribute = definition.networkAttributes.first { $0.name == "Phases" }
        if let attribute = attribute, let domain = attribute.domain as? AGSCodedValueDomain {
            phases = domain.codedValues.sorted { $0.name < $1.name }
            run(attribute)
        }
    }

    private func run(_ attribute: AGSUtilityNetworkAttribute) {
        let group = DispatchGroup()
        for phase in phases {
            guard let code = phase.code else { continue }
            let comparison = AGSUtilityNetworkAttributeComparison(
                networkAttribute: attribute, comparisonOperator: .doesNotIncludeAny, value: code)!
            traceParameters.traceConfiguration?.traversability?.barriers = AGSUtilityTraceOrCondition(
                leftExpression: initialExpression, rightExpression: comparison)
            group.enter()
            utilityNetwork.trace(with: traceParameters) { [weak self] results, _ in
                defer { group.leave() }
                var (elements, load) = (0, 0)
                results?.forEach { result in
                    switch result {
                    case let result as AGSUtilityElementTraceResult: elements = Set(result.elements.map(\.objectID)).count
                    case let result as AGSUtilityFunctionTraceResult: load = result.functionOutputs.first?.result as? Int ?? 0
                    default: break
                    }
                }
                self?.report[phase] = (elements, load)
            }
        }
        group.notify(queue: .main) { [weak self] in self?.finished?() }
    }
}

/// Most of what samples of 100.x do that show what a trace has found: a query for the features of each source.
final class TraceViewController {
    let utilityNetwork: AGSUtilityNetwork
    var selected: [String: [AGSArcGISFeature]] = [:]
    var finished: ((Error?) -> Void)?

    init(_ utilityNetwork: AGSUtilityNetwork) {
        self.utilityNetwork = utilityNetwork
    }

    func trace(from element: AGSUtilityElement, _ configuration: AGSUtilityTraceConfiguration?) {
        let parameters = AGSUtilityTraceParameters(traceType: .connected, startingLocations: [element])
        parameters.traceConfiguration = configuration
        utilityNetwork.trace(with: parameters) { [weak self] (traceResult, error) in
            guard let self = self else { return }
            guard let result = traceResult?.first as? AGSUtilityElementTraceResult, !result.elements.isEmpty else {
                self.finished?(error)
                return
            }
            self.select(Dictionary(grouping: result.elements) { $0.networkSource.name })
        }
    }

    private func select(_ groups: [String: [AGSUtilityElement]]) {
        let group = DispatchGroup()
        for (name, elements) in groups where name == "Electric Device" {
            group.enter()
            utilityNetwork.features(for: elements) { [weak self] (features, error) in
                self?.selected[name] = features
                group.leave()
            }
        }
        group.notify(queue: .main) { [weak self] in self?.finished?(nil) }
    }
}
