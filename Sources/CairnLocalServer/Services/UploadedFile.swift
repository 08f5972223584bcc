import Foundation

/// A file that came with a form.
struct UploadedFile: Sendable, Equatable {
    /// The field of the form.
    let field: String
    /// What the sender calls it, without folders.
    let name: String
    let contentType: String
    let content: Data
}
