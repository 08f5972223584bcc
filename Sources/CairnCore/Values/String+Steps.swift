extension String {
    /// What stands between slashes, though it be nothing.
    ///
    /// By scalars: a slash with an accent behind it is one character and no slash, but to disks and servers it is one.
    package var steps: [String] {
        unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    }

    /// Whether it can be one step of a path, or of an address, and leads nowhere else.
    package var isOneStep: Bool {
        !isEmpty && self != "." && self != ".."
            && unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "/" && $0 != "\\" && $0.value != 0x7F }
    }
}
