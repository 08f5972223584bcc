/// How a request is answered: what takes no time is there at once, on the thread of the connections; the rest comes from a task.
enum HTTPAnswer: Sendable {
    case ready(HTTPReply)
    case later(@Sendable () async -> HTTPReply)

    /// The reply, whenever it comes.
    var reply: HTTPReply {
        get async {
            switch self {
            case .ready(let reply): reply
            case .later(let answer): await answer()
            }
        }
    }

    /// The same with something done to the reply.
    func map(_ change: @escaping @Sendable (HTTPReply) -> HTTPReply) -> HTTPAnswer {
        switch self {
        case .ready(let reply): .ready(change(reply))
        case .later(let answer): .later { change(await answer()) }
        }
    }
}
