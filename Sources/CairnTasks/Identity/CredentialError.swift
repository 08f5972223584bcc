/// An error of what gives credentials, such as a file of them that cannot be used: it may go better with others.
///
/// A job that fails with one can be retried (`JobFailure.isRetryable`).
public protocol CredentialError: Error {}
