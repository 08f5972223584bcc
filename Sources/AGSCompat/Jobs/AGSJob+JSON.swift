import Cairn
public import CairnCore
import Foundation

extension AGSJob {
    /// The kinds of work that ``fromJSON(_:)`` knows: all of Cairn's, and those that are registered here.
    public static let kinds: JobKinds = {
        // Else one that old code has kept would be lost without a word.
        JobKinds.standard.register(RefusedWork.self)
        return .standard
    }()

    /// Makes ``fromJSON(_:)`` give jobs of a kind of your own as objects of a class of your own. The kind itself is registered with ``kinds``.
    ///
    /// A class without a ``workKind`` is not registered.
    public static func register(_ type: AGSJob.Type) {
        if let kind = type.workKind { JobClasses.shared[kind] = type }
    }

    /// The job of a dictionary that ``toJSON()`` has made, paused, as an object of the class that is for its kind; of this class if there is none.
    ///
    /// - Throws: An error in ``AGSErrorDomain`` for whatever is no job's dictionary, for a kind that nobody knows, and for one that
    ///   another class is for: `AGSGeoprocessingJob.fromJSON(_:)` gives geoprocessing jobs only.
    public static func fromJSON(_ JSONObject: Any) throws -> any AGSJSONSerializable {
        do {
            // Asked of the object as it is: to convert a tree of Foundation's arrays takes as much stack as it is deep.
            if type(of: JSONObject) is NSArray.Type {
                throw JobError.unreadable(file: JSONValue.subject, reason: "it is an array")
            }
            let json = try JSONValue(propertyList: JSONObject)
            let job = try show(try kinds.restore(JobRecord(json: json, roots: .standard)))
            job.keepUnknown(json)
            return job
        } catch JobError.unreadable(_, let reason) {
            throw AGSError.runtime(
                .commonInvalidJSON,
                "What was given is not the JSON of a job: \(reason)\(reason.hasSuffix(".") ? "" : ".") Give what toJSON() of a job has made.",
                cause: JobError.unreadable(file: JSONValue.subject, reason: reason))
        } catch JobError.notMigratable(let kind, let version, let reason) {
            throw AGSError.runtime(
                .commonInvalidJSON,
                "The JSON is of the work \"\(kind)\", made by its version \(version), and cannot be gone on with: \(reason). Make a new job."
            )
        } catch {
            throw AGSError.legacy(error)
        }
    }

    private static func show(_ job: any JobProtocol) throws(JobError) -> Self {
        let refused = (job as? Job<RefusedWork>)?.work
        let kind = refused?.refusedKind ?? job.kind
        let known = JobClasses.shared[kind]
        if let type = known as? Self.Type { return type.init(job) }
        // What was refused and does not say of what kind it was to be can be anything.
        if known == nil, workKind == nil || workKind == kind || refused != nil { return self.init(job) }
        throw .unreadable(
            file: JSONValue.subject,
            reason: "its kind is \"\(kind)\", which \(self) is not for; AGSJob.fromJSON reads jobs of any kind")
    }
}
