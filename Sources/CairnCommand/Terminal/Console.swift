import CairnCore
import CairnWorkflow
import Foundation
import Synchronization

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// Standard output and error, unbuffered, so that nothing is lost when the process is killed.
enum Console {
    static func print(_ text: String) {
        write(text + "\n", to: STDOUT_FILENO)
    }

    /// Bytes of a result.
    static func send(_ data: Data) {
        write(Array(data), to: STDOUT_FILENO)
    }

    static func error(_ text: String) {
        write(text + "\n", to: STDERR_FILENO)
    }

    /// What is said beside results and errors: nothing, if somebody wants it quiet.
    static func note(_ text: String) {
        if !isQuiet { error(text) }
    }

    /// Takes the places of standard input, output and error that were closed, or the next file that is opened would be one of them. What is
    /// written to an output that was closed is lost, and that is told.
    static func takeClosedDescriptors() {
        for (number, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
        where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", mode)
        }
    }

    /// Whether nothing but results and errors is wanted.
    static var isQuiet: Bool {
        get { quiet.load(ordering: .relaxed) }
        set { quiet.store(newValue, ordering: .relaxed) }
    }
    private static let quiet = Atomic(false)

    static func errorPart(_ text: String) {
        write(text, to: STDERR_FILENO)
    }

    /// Why something of the output was lost, if it was. That nobody reads any more is no loss: the work goes on all the same.
    static var loss: SystemError? { lost.withLock(\.self) }
    private static let lost = Mutex<SystemError?>(nil)

    private static func write(_ text: String, to file: Int32) {
        write(Array(text.utf8), to: file)
    }

    private static func write(_ data: [UInt8], to file: Int32) {
        var bytes = data[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                waitForRoom(in: file)
                continue
            }
            guard count >= 0 else {
                // Lost progress is no failure.
                return file == STDOUT_FILENO ? lose(SystemError("write to", "standard output")) : ()
            }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Whoever has started the program may have made its output one that does not wait.
    private static func waitForRoom(in file: Int32) {
        var descriptor = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        _ = poll(&descriptor, 1, -1)
    }

    private static func lose(_ error: SystemError) {
        if error.code != EPIPE { lost.withLock { $0 = $0 ?? error } }
    }

    /// With what could move the cursor as JSON's own escapes, for a terminal may show it; whoever reads it as JSON reads the same.
    static func json(_ value: JSONValue) {
        print(value.text().unicodeScalars.reduce(into: "") { $0 += escaped($1) })
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
            String(scalar).utf16.map { "\\u" + String(format: "%04x", Int($0)) }.joined()
        default: String(scalar)
        }
    }

    static func text(of error: any Error) -> String {
        // A workflow tells its failed steps line by line.
        guard error is WorkflowFailure else { return ErrorText(error).text.printable(upTo: 4000) }
        return ErrorText(error).text.split(separator: "\n").map { $0.printable(upTo: 1000) }.joined(separator: "\n")
    }

}
