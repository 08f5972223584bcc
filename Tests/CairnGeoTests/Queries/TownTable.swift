import CairnGeo

extension QueryTable {
    /// Five places with a field of each type; the dates of the third and fourth are spelled as other programs spell them.
    static func town() throws -> QueryTable {
        let columns = [
            SQLColumn("OBJECTID", .objectID), SQLColumn("NAME", .string), SQLColumn("POP", .integer), SQLColumn("AREA", .double),
            SQLColumn("SEEN", .date), SQLColumn("BORN", FieldType(rawValue: "esriFieldTypeDateOnly")),
            SQLColumn("OPENS", FieldType(rawValue: "esriFieldTypeTimeOnly")), SQLColumn("SHAPE", .geometry),
            SQLColumn("a \"b", .string), SQLColumn("select", .integer),
        ]
        return try QueryTable(
            columns,
            [
                "1, 'Stone', 100, 2.5, '2020-01-31T12:00:00.000Z', '2020-01-31', '09:30:00', x'00', 'q', 1",
                "2, 'stone hill', 250, NULL, '2020-01-31T23:59:59.999Z', '2020-02-29', '10:00:00', NULL, 'r', 2",
                "3, 'Élan', NULL, -0.5, '2020-02-01T00:00:00Z', '1999-12-31', NULL, x'00', NULL, 3",
                "4, '', 7, 1e300, '2020-02-01 00:00:00.5', NULL, '23:59:59.5', x'00', NULL, 4",
                "5, NULL, -8, 0.29, NULL, '2020-01-01', '00:00:00', NULL, '', 5",
            ])
    }
}
