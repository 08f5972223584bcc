/// Who waits for an attempt to load.
enum LoadCaller: Sendable {
    case waiter(Waiter<any Error>)
    case callback(@Sendable (Result<Void, any Error>) -> Void)

    var isWaiter: Bool {
        if case .waiter = self { true } else { false }
    }

    func answer(_ outcome: Result<Void, any Error>, _ wakes: inout Wakes) {
        switch self {
        case .waiter(let waiter): wakes.resume(waiter, with: outcome)
        case .callback(let callback): wakes.call { callback(outcome) }
        }
    }
}

/// The callers of one attempt, in the order they came, by numbers that grow.
///
/// Coming costs the same however many there are, leaving a binary search; the places of those who have left are given back by halves.
struct LoadCallers: Sendable {
    private struct Place: Sendable {
        let number: Int
        var caller: LoadCaller?

        var isEmpty: Bool { if case nil = caller { true } else { false } }
    }

    private var places: [Place] = []
    private(set) var count = 0

    /// Takes in a caller whose number is larger than those of all before.
    mutating func append(_ caller: LoadCaller, number: Int) {
        places.append(Place(number: number, caller: caller))
        count += 1
    }

    /// The caller of that number, who leaves; nil if there is none.
    mutating func remove(_ number: Int) -> LoadCaller? {
        let index = firstIndex(notBefore: number)
        guard index < places.count, places[index].number == number, let caller = places[index].caller else { return nil }
        places[index].caller = nil
        count -= 1
        if 2 * count < places.count { places.removeAll(where: \.isEmpty) }
        return caller
    }

    private func firstIndex(notBefore number: Int) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// In the order they came: a task group whose children end out of order is drained in quadratic time.
    func answer(_ outcome: Result<Void, any Error>, _ wakes: inout Wakes) {
        for place in places { place.caller?.answer(outcome, &wakes) }
    }
}
