import CairnCore
import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import CairnGeo

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

@Suite(.timeLimit(.minutes(5)))
struct BufferedFileTests {
    private func withFile(_ body: (FileDescriptor) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "buffered-\(UUID())").path
        defer { unlink(path) }
        try body(FileDescriptor(path, O_RDWR | O_CREAT | O_EXCL))
    }

    @Test func `whatever is appended and written over, the file is what an array would be`() throws {
        for seed in 0..<UInt64(rounds(10, long: 200)) {
            var random = SeededGenerator(seed: seed)
            try withFile { descriptor in
                var (file, model) = (BufferedFile(descriptor), [UInt8]())
                for step in 0..<40 {
                    let byte = UInt8.random(in: .min ... .max, using: &random)
                    let most = [1, 100, 70_000, 3 << 20].randomElement(using: &random) ?? 1
                    let bytes = [UInt8](repeating: byte, count: Int.random(in: 0...most, using: &random))
                    if step % 3 == 2 {
                        let place = Int.random(in: 0...model.count, using: &random)
                        let own = Array(bytes.prefix(model.count - place))
                        try file.overwrite(own, at: place)
                        model.replaceSubrange(place..<place + own.count, with: own)
                    } else {
                        try file.append(bytes)
                        model += bytes
                    }
                    #expect(file.end == model.count)
                }
                try file.flush()
                #expect(try descriptor.contents() == Data(model), "seed \(seed)")
            }
        }
    }

    @Test func `a part that cannot be written is told when the next is brought, which is not taken, and ever after`() throws {
        let writing = BackgroundWriting(try FileDescriptor("/dev/full", O_WRONLY))
        var part: [UInt8] = [1, 2, 3]
        try writing.write(&part, at: 0)
        #expect(part == [])
        part = [4]
        #expect(throws: SystemError.self) { try writing.write(&part, at: 3) }
        #expect(part == [4])
        #expect(throws: SystemError.self) { try writing.wait() }
    }

    @Test func `nothing is flushed before the part that is being written is in the file`() throws {
        let queue = DispatchQueue(label: "busy")
        let isFlushed = Mutex(false)
        try withFile { descriptor in
            var file = BufferedFile(descriptor, BackgroundWriting(descriptor, on: queue))
            // Somebody who does not wait for the part has flushed long before.
            queue.async { for _ in 0..<100_000 where !isFlushed.withLock(\.self) { sched_yield() } }
            let bytes = [UInt8](repeating: 7, count: BufferedFile.bufferSize + 1)
            try file.append(bytes)
            try file.flush()
            isFlushed.withLock { $0 = true }
            #expect(try descriptor.contents() == Data(bytes))
        }
    }
}
