/// Which names of parameters and fields say that what they hold is secret.
enum SecretName {
    /// In lower case, without what some put between their letters. What is stored never had one of these.
    private static let old: Set<String> = [
        "token", "accesstoken", "refreshtoken", "idtoken", "agstoken", "apikey", "subscriptionkey", "secret", "clientsecret",
        "password", "passwd", "pwd", "pass", "sig", "signature", "authorization", "auth", "jwt", "bearer", "accesskey",
        "privatekey",
        "esritoken", "jsessionid", "xamzsignature", "xamzsecuritytoken", "xgoogsignature", "sessionid", "ticket",
    ]
    /// Maps of others call an API key that; nothing of ArcGIS is called so.
    private static let further: Set<String> = ["key", "pw", "sas", "credentials"]
    /// What makes an address good for whoever has it.
    private static let signatures: Set<String> = ["sig", "signature", "xamzsignature", "xgoogsignature"]
    /// `oauth_token`, `x-api-key`, `client_assertion` and their likes.
    private static let endings = [
        "token", "apikey", "secret", "password", "passwd", "passphrase", "pwd", "signature", "assertion", "credential",
        "accesskey", "privatekey", "secretkey", "sharedkey", "authkey", "subscriptionkey", "sessionid", "jwt",
    ]
    /// What ends so, and says something of a token, or where to read on.
    private static let harmless: Set<String> = [
        "returntoken", "generatetoken", "gettoken", "hidetoken", "revoketoken", "requiretoken", "requirestoken", "usetoken",
        "hastoken", "pagetoken", "nextpagetoken", "nexttoken", "continuationtoken", "resumptiontoken",
        "skiptoken", "synctoken", "changetoken", "forgotpassword",
    ]

    static func isOne(_ name: some StringProtocol) -> Bool {
        let name = folded(name)
        if old.contains(name) || further.contains(name) { return true }
        // What has no value may be an address that ends so.
        return !name.contains("/") && !harmless.contains(name) && endings.contains(where: name.hasSuffix)
    }

    /// The same of a member: `key` is half of any pair there.
    static func isOneOfJSON(_ name: String) -> Bool { folded(name) != "key" && isOne(name) }

    /// Whether an address is of no use without it.
    static func isSignature(_ name: some StringProtocol) -> Bool { signatures.contains(folded(name)) }

    /// Whether it is one of those that were never stored.
    static func isOldOne(_ name: some StringProtocol) -> Bool { old.contains(folded(name)) }

    /// `Access-Token`, `+token`, `$token` and `token[0]` are read as what they mean by some server.
    private static func folded(_ name: some StringProtocol) -> String {
        name.lowercased().prefix { $0 != "[" }.filter { !"-_. +]\0$:".contains($0) }
    }
}
