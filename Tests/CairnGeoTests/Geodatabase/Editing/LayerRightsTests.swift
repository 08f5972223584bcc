import CairnCore
import Testing

@testable import CairnGeo

@Suite
struct LayerRightsTests {
    private func rights(_ capabilities: JSONValue) -> LayerRights { LayerRights(["capabilities": capabilities]) }

    @Test(arguments: ["", " ", ",", " , "])
    func `a layer that names nothing says nothing, and all is taken`(list: String) {
        #expect(rights(.string(list)) == .all)
    }

    @Test func `a layer that does not speak of it takes all`() {
        #expect(LayerRights(nil) == .all && LayerRights([:]) == .all && rights(.null) == .all && rights(7) == .all)
    }

    @Test(arguments: ["Query,Editing", "editing", "Query, Sync ,EDITING", "Create,Delete,Query,Update,Editing"])
    func `editing that stands alone is all of it`(list: String) {
        #expect(rights(.string(list)) == .all)
    }

    @Test(arguments: [
        ("Query,Editing,Create", true, false, false), ("Update,Editing", false, true, false),
        ("Editing, delete , Create", true, false, true), ("Query, create", true, false, false),
        ("Query,Sync", false, false, false),
    ])
    func `of editing beside others only these are taken`(list: String, canAdd: Bool, canUpdate: Bool, canDelete: Bool) {
        let rights = rights(.string(list))
        #expect(rights == LayerRights(canAdd: canAdd, canUpdate: canUpdate, canDelete: canDelete))
        #expect(rights.canEdit == (canAdd || canUpdate || canDelete))
    }
}
