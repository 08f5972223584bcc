import CairnCore
import CairnGeo
import Foundation

/// The replicas of a service, kept in the file whose tables it publishes.
struct ReplicaStore {
    let service: String
    let database: Database

    init(_ service: String, _ package: GeoPackage) {
        (self.service, database) = (service, package.database)
    }

    /// Makes the tables, unless they are there; within a transaction of the caller's.
    static func makeTables(in package: GeoPackage) throws {
        try package.database.execute(
            """
            CREATE TABLE IF NOT EXISTS cairn_server_replicas (
                service TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, generation INTEGER NOT NULL, replica TEXT NOT NULL,
                PRIMARY KEY (service, id), UNIQUE (service, name));
            CREATE TABLE IF NOT EXISTS cairn_server_uploads (
                service TEXT NOT NULL, replica_id TEXT NOT NULL, digest TEXT NOT NULL, after INTEGER NOT NULL, through INTEGER NOT NULL,
                results TEXT NOT NULL, PRIMARY KEY (service, replica_id, after));
            CREATE TABLE IF NOT EXISTS cairn_server_jobs (
                service TEXT NOT NULL, id TEXT NOT NULL, updated INTEGER NOT NULL, job TEXT NOT NULL, edits TEXT, results TEXT,
                PRIMARY KEY (service, id));
            CREATE TABLE IF NOT EXISTS cairn_server_layers (
                service TEXT NOT NULL, table_name TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (service, table_name));
            INSERT OR IGNORE INTO gpkg_contents (table_name, data_type, identifier) VALUES
                ('cairn_server_layers', 'cairn-server', 'cairn_server_layers'),
                ('cairn_server_replicas', 'cairn-server', 'cairn_server_replicas'),
                ('cairn_server_uploads', 'cairn-server', 'cairn_server_uploads'), ('cairn_server_jobs', 'cairn-server', 'cairn_server_jobs');
            """)
    }

    fileprivate func prepare(_ sql: String, _ values: String...) throws -> Statement {
        let statement = try database.prepare(sql)
        statement.bind(1, service)
        for (index, value) in values.enumerated() { statement.bind(Int32(index + 2), value) }
        return statement
    }

    private func one(_ statement: Statement) throws -> Replica? {
        try statement.step() ? try JSONDecoder().decode(Replica.self, from: Data(statement.string(0).utf8)) : nil
    }

    // MARK: - Replicas

    func replica(id: String) throws -> Replica? {
        // Some write ids in braces.
        let plain = GlobalID.normalized(id).trimmingCharacters(in: CharacterSet(charactersIn: "{}"))
        return try one(prepare("SELECT replica FROM cairn_server_replicas WHERE service = ? AND id = ?", plain))
    }

    func replica(named name: String) throws -> Replica? {
        try one(prepare("SELECT replica FROM cairn_server_replicas WHERE service = ? AND name = ?", name))
    }

    func replicas() throws -> [Replica] {
        let statement = try prepare("SELECT replica FROM cairn_server_replicas WHERE service = ? ORDER BY name")
        var replicas: [Replica] = []
        while let replica = try one(statement) { replicas.append(replica) }
        return replicas
    }

    func save(_ replica: Replica) throws {
        let json = String(decoding: try JSONEncoder().encode(replica), as: UTF8.self)
        let statement = try prepare(
            """
            INSERT INTO cairn_server_replicas (service, id, name, replica, generation) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (service, id) DO UPDATE SET name = excluded.name, replica = excluded.replica, generation = excluded.generation
            """, replica.id, replica.name, json)
        statement.bind(5, replica.generation)
        try statement.run()
    }

    func remove(id: String) throws {
        try prepare("DELETE FROM cairn_server_replicas WHERE service = ? AND id = ?", id).run()
        try prepare("DELETE FROM cairn_server_uploads WHERE service = ? AND replica_id = ?", id).run()
    }

    /// The last generation that all replicas of the file have, whatever service has made them; nil if there are none.
    func oldestGeneration() throws -> Int? {
        let statement = try database.prepare("SELECT min(generation) FROM cairn_server_replicas")
        return try statement.step() && !statement.isNull(0) ? statement.int(0) : nil
    }

    // MARK: - Uploads

    /// What a replica has sent and has been applied.
    struct Upload {
        let digest: String
        var range: GenerationRange
        let results: JSONValue
    }

    /// The last one of a replica, if it was this; nil if it was another.
    func lastUpload(of replica: String, digest: String) throws -> Upload? {
        let statement = try prepare(
            """
            SELECT after, through, results, digest FROM cairn_server_uploads WHERE service = ? AND replica_id = ?
            ORDER BY after DESC LIMIT 1
            """, replica)
        guard try statement.step(), statement.string(3) == digest else { return nil }
        return Upload(
            digest: digest, range: GenerationRange(after: statement.int(0), through: statement.int(1)),
            results: try JSONValue(parsing: statement.string(2)))
    }

    /// The generations that a replica has made itself.
    func ownRanges(of replica: String) throws -> [GenerationRange] {
        let statement = try prepare(
            "SELECT after, through FROM cairn_server_uploads WHERE service = ? AND replica_id = ? ORDER BY after", replica)
        var ranges: [GenerationRange] = []
        while try statement.step() { ranges.append(GenerationRange(after: statement.int(0), through: statement.int(1))) }
        return ranges
    }

    /// Of those before it only the generations count; what joins on to the last is one with it.
    func save(_ upload: Upload, of replica: String) throws {
        var upload = upload
        if let last = try ownRanges(of: replica).last {
            let replaced = last.through == upload.range.after
            if replaced { upload.range = GenerationRange(after: last.after, through: upload.range.through) }
            let former = try prepare(
                replaced
                    ? "DELETE FROM cairn_server_uploads WHERE service = ?1 AND replica_id = ?2 AND after = ?3"
                    : "UPDATE cairn_server_uploads SET results = '[]', digest = '' WHERE service = ?1 AND replica_id = ?2 AND after = ?3",
                replica)
            former.bind(3, last.after)
            try former.run()
        }
        let statement = try prepare(
            """
            INSERT INTO cairn_server_uploads (service, replica_id, digest, results, after, through) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT DO UPDATE SET digest = excluded.digest, results = excluded.results, through = excluded.through
            """, replica, upload.digest, upload.results.text())
        statement.bind(5, upload.range.after)
        statement.bind(6, upload.range.through)
        try statement.run()
    }

    /// Forgets what a replica has sent up to a generation that it has told to have.
    func forgetUploads(of replica: String, through generation: Int) throws {
        let statement = try prepare(
            "DELETE FROM cairn_server_uploads WHERE service = ?1 AND replica_id = ?2 AND through <= ?3", replica)
        statement.bind(3, generation)
        try statement.run()
    }
}

// MARK: - Jobs

extension ReplicaStore {
    func job(id: String) throws -> ReplicaJob? {
        let statement = try prepare("SELECT job FROM cairn_server_jobs WHERE service = ? AND id = ?", id)
        guard try statement.step() else { return nil }
        return try JSONDecoder().decode(ReplicaJob.self, from: Data(statement.string(0).utf8))
    }

    func save(_ job: ReplicaJob) throws {
        let json = String(decoding: try JSONEncoder().encode(job), as: UTF8.self)
        let statement = try prepare(
            """
            INSERT INTO cairn_server_jobs (service, id, job, updated) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO UPDATE SET job = excluded.job, updated = excluded.updated
            """, job.id, json)
        statement.bind(4, job.updated)
        try statement.run()
    }

    func edits(ofJob id: String) throws -> String? {
        let statement = try prepare("SELECT edits FROM cairn_server_jobs WHERE service = ? AND id = ?", id)
        return try statement.step() && !statement.isNull(0) ? statement.string(0) : nil
    }

    func save(edits: String, ofJob id: String) throws {
        try prepare("UPDATE cairn_server_jobs SET edits = ?3 WHERE service = ?1 AND id = ?2", id, edits).run()
    }

    /// What became of the edits that came with a job; nil if they have not been carried out.
    func results(ofJob id: String) throws -> JSONValue? {
        let statement = try prepare("SELECT results FROM cairn_server_jobs WHERE service = ? AND id = ?", id)
        return try statement.step() && !statement.isNull(0) ? try JSONValue(parsing: statement.string(0)) : nil
    }

    func save(_ results: JSONValue, ofJob id: String) throws {
        try prepare(
            "UPDATE cairn_server_jobs SET results = ?3, edits = NULL WHERE service = ?1 AND id = ?2", id, results.text()
        ).run()
    }

    /// Keeps how a job has ended. A replica that could not be made is none.
    func end(_ job: ReplicaJob) throws {
        try save(job)
        guard job.status == .failed, job.order.synchronization == nil else { return }
        if let known = try replica(id: job.order.replica.id), known.lastSync == nil { try remove(id: known.id) }
    }

    /// Forgets jobs that nobody has asked for since a moment.
    func forgetJobs(before moment: Int) throws {
        let statement = try prepare("DELETE FROM cairn_server_jobs WHERE service = ?1 AND updated < ?2")
        statement.bind(2, moment)
        try statement.run()
    }
}

// MARK: - Layers

extension ReplicaStore {
    /// The ids of the layers of tables, which clients know them by: those that are new come behind. Within a transaction of the caller's.
    func layerIDs(of tables: [String]) throws -> [String: Int] {
        let known = try prepare("SELECT table_name, id FROM cairn_server_layers WHERE service = ?")
        var ids: [String: Int] = [:]
        while try known.step() { ids[known.string(0)] = known.int(1) }
        for table in tables.sorted() where ids[table] == nil {
            let id = (ids.values.max() ?? -1) + 1
            let insert = try prepare("INSERT INTO cairn_server_layers (service, table_name, id) VALUES (?1, ?2, ?3)", table)
            insert.bind(3, id)
            try insert.run()
            ids[table] = id
        }
        return ids
    }
}
