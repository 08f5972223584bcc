import Cairn
import Foundation

@testable import CairnCore
@testable import CairnGeo
@testable import CairnWorkflow

/// Errors that quote a text that somebody else has written, one for each of their cases.
struct HostileErrors {
    let text: String

    init(_ text: String) { self.text = text }

    var table: CSVError { CSVError(file: text, line: 1, reason: text) }

    var core: [any Error] {
        [
            JobError.cancellationUnconfirmed(serverJobIDs: [text]),
            JobError.outage(lasted: .seconds(1), cause: text),
            JobError.demandedTooLong(wait: .seconds(1), tolerance: .seconds(1), cause: text),
            JobError.unanswered(UUID(), owner: JobOwner(token: 1, name: text)),
            JobError.claimed(UUID(), owner: JobOwner(token: 1, name: text)),
            JobError.unknownKind(text),
            JobError.newerWork(kind: text, found: 1, supported: 1),
            JobError.notMigratable(kind: text, from: 1, reason: text),
            JobError.childMismatch(name: text, reason: text),
            JobError.needsServer(kind: text),
            JobError.unreadable(file: text, reason: text),
            JobError.notStorable(reason: text),
            JobError.storeFailed(file: text, reason: text),
            WorkflowError.unknownPrerequisite(step: text),
            WorkflowError.missingPrerequisite(step: text, key: text),
            WorkflowError.duplicateKey(step: text, key: text),
            WorkflowError.mistypedPrerequisite(step: text, key: text, expected: text, found: text),
            WorkflowError.duplicateName(text),
            WorkflowError.timedOut(step: text, after: .seconds(1)),
            WorkflowError.nestedTooDeeply(step: text, limit: 1),
            WorkflowError.unreadableCheckpoint(step: text, reason: text),
            WorkflowError.noResult(step: text, state: .failed),
            SystemError("write", text, code: ENOENT),
            JSONSyntaxError(reason: text, offset: 1),
            LoadError.cycle(path: [text]),
        ]
    }

    var geo: [any Error] {
        [
            NotationError.malformed(text, reason: text),
            NotationError.unwritable(text),
            GeometryError.malformed(text),
            GeometryError.unsupported(text, advice: text),
            GeometryError.noTransformation(from: SpatialReference(wkt: text), to: SpatialReference(wkt: text)),
            GeometryError.differentSpatialReferences(SpatialReference(wkt: text), SpatialReference(wkt: text)),
            GeometryError.notComputed(text),
            GeometryError.tooLarge(part: text, megabytes: 1),
            ZipError.notAnArchive(path: text),
            ZipError.damaged(path: text, reason: text),
            ZipError.unsupported(path: text, reason: text),
            ZipError.unsafeName(path: text, name: text, reason: text),
            ZipError.tooLarge(path: text, name: text, size: 1, limit: 1),
            ZipError.bomb(path: text, name: text, size: 1, compressedSize: 1),
            ZipError.bombInParts(path: text, size: 1, archiveSize: 1),
            ZipError.finished(path: text),
            ZipError.link(path: text, name: text),
            ZipError.noEntry(name: text, path: text),
            GeodatabaseError.notFound(path: text),
            GeodatabaseError.exists(path: text),
            GeodatabaseError.notAGeoPackage(path: text),
            GeodatabaseError.esriGeodatabase(path: text),
            GeodatabaseError.noTable(name: text, path: text),
            GeodatabaseError.severalTables(names: [text], path: text),
            GeodatabaseError.unreadable(table: text, reason: text),
            GeodatabaseError.damagedGeometry(table: text, objectID: 1, reason: text),
            GeodatabaseError.folder(path: text),
            GeodatabaseError.empty(path: text),
            GeodatabaseError.cutOff(path: text),
            GeodatabaseError.wrongGeoJSON(path: text, feature: 1, reason: text),
            GeodatabaseError.isView(name: text),
            GeodatabaseError.beingSent(edits: text, table: text),
            GeodatabaseError.tableExists(name: text, path: text),
            GeodatabaseError.wrongDefinition(table: text, reason: text),
            GeodatabaseError.wrongValue(field: text, reason: text),
            GeodatabaseError.wrongGeometry(table: text, reason: text),
            GeodatabaseError.noField(name: text, table: text),
            GeodatabaseError.noGlobalIDs(table: text),
            GeodatabaseError.noGeometries(table: text),
            GeodatabaseError.noTime(table: text),
            GeodatabaseError.noFeature(objectID: 1, table: text),
            GeodatabaseError.noAttachment(id: 1, objectID: 1, table: text),
            GeodatabaseError.attachmentsFixed(table: text, reason: text),
            GeodatabaseError.unusableAttachment(name: text, reason: text),
            GeodatabaseError.notLoaded(path: text),
            GeodatabaseError.closed(path: text),
            GeodatabaseError.replaced(path: text),
            GeodatabaseError.readOnly(path: text),
            GeodatabaseError.inTransaction(path: text),
            GeodatabaseError.noTransaction(path: text),
            GeodatabaseError.transactionLost(path: text),
            TileCacheError.notFound(path: text),
            TileCacheError.notATileCache(path: text),
            TileCacheError.oldPackage(path: text),
            TileCacheError.vectorTiles(path: text),
            TileCacheError.imageTiles(path: text),
            TileCacheError.damaged(path: text, reason: text),
            TileCacheError.malformed(text),
            TileCacheError.notLoaded(path: text),
            TileCacheError.closed(path: text),
            TileCacheError.finished(path: text),
            TileCacheError.wrongTile(key: TileKey(level: 1, row: 1, column: 1), reason: text),
            TileCacheError.unsupportedScheme(path: text, reason: text),
            table,
            DatabaseError(path: text, code: 1, message: text),
            DatabaseError(path: text, code: 11, message: text),
            DatabaseError(path: text, code: 13, message: text),
            WhereClauseError(.syntax, text),
            FeatureEditError(code: 1, description: text),
        ]
    }
}
