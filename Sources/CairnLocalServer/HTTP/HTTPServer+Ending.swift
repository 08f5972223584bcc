#if os(Linux) || os(macOS)
    import CairnCore
    import Dispatch
    import Foundation

    #if CAIRN_DARWIN
        import Darwin
    #else
        import Glibc
    #endif

    /// How it ends: in order, at once, or because nobody keeps it.
    extension HTTPServer {
        /// Takes no new connections, lets answers under way finish, then closes.
        func stop(within limit: Duration, on time: ElapsedTime) async {
            beginStopping { $0.isIdle && !$0.hasInput }
            _ = await within(limit, on: time) { [open] in for await count in open.values where count == 0 { break } }
            await stopNow()
        }

        /// Closes everything at once, as a crash would.
        func stopNow() async {
            cutAll()
            // Also if who waits here is cancelled: the daemon may be stopped only when no connection is left.
            await Task { [open] in for await count in open.values where count == 0 { break } }.value
            guard let daemon = takeDaemon() else {
                // Somebody else stops it, or it has never been started.
                guard state.read({ $0.port > 0 }) else { return }
                return await Task { [hasStopped] in for await isOver in hasStopped.values where isOver { break } }.value
            }
            await withCheckedContinuation { continuation in
                end(daemon) { continuation.resume() }
            }
        }

        private func takeDaemon() -> Daemon? {
            state.change { state, _ in
                defer { state.daemon = nil }
                return state.daemon
            }
        }

        /// It waits for a thread.
        private func end(_ daemon: Daemon, then body: @escaping @Sendable () -> Void = {}) {
            DispatchQueue.global().async { [hasStopped] in
                daemon.stop()
                hasStopped.send(true)
                body()
            }
        }

        /// The same for nobody who waits.
        func abandon() {
            cutAll()
            state.change { state, wakes in
                state.isAbandoned = true
                endIfAbandoned(&state, &wakes)
            }
        }

        func endIfAbandoned(_ state: inout State, _ wakes: inout Wakes) {
            guard state.isAbandoned, state.connections.isEmpty, let daemon = state.daemon else { return }
            state.daemon = nil
            wakes.call { self.end(daemon) }
        }

        private func cutAll() {
            state.change { state, _ in state.isCutting = true }
            beginStopping { _ in true }
        }

        private func beginStopping(cutting isCut: (ConnectionState) -> Bool) {
            state.change { state, wakes in
                if !state.isStopping, let daemon = state.daemon { wakes.call { daemon.stopListening() } }
                state.isStopping = true
                if let watch = state.watch { wakes.call { watch.cancel() } }
                state.watch = nil
                for entry in state.connections.values where isCut(entry) {
                    shutdown(entry.socket, Int32(SHUT_RDWR))
                    if let exchange = entry.exchange { wakes.call { exchange.giveUp() } }
                }
            }
        }
    }
#endif
