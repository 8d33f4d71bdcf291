extension PredicateProfile {
    /// Activations of declarative device management, with the status items of Apple's schema. The type of an item is given only where it
    /// is the same on all systems.
    static let deviceManagementText = #"""
        {
          "name": "mdm",
          "summary": "predicates of declarative activations in device management",
          "formats": ["json", "plist", "yaml"],
          "predicates": ["{Type=com.apple.activation.simple}.Payload.Predicate"],
          "notation": "items",
          "open": true,
          "schema": {
            "title": "Device",
            "type": "object",
            "properties": {
        \#(statusItems)
            }
          }
        }
        """#

    private static var statusItems: String {
        let kinds: [(items: [String], type: String)] = [
            (
                [
                    "device.identifier.serial-number", "device.identifier.udid", "device.model.family",
                    "device.model.identifier", "device.model.marketing-name", "device.model.number",
                    "device.operating-system.build-version", "device.operating-system.family",
                    "device.operating-system.marketing-name", "device.operating-system.supplemental.build-version",
                    "device.operating-system.supplemental.extra-version", "device.operating-system.version",
                    "softwareupdate.install-state", "softwareupdate.device-id", "test.string-value",
                ], #"{"type": "string"}"#
            ),
            (
                [
                    "passcode.is-compliant", "passcode.is-present", "diskmanagement.filevault.enabled",
                    "test.boolean-value",
                ], #"{"type": "boolean"}"#
            ),
            (["test.integer-value"], #"{"type": "integer"}"#), (["test.real-value"], #"{"type": "number"}"#),
            (
                [
                    "account.list.caldav", "account.list.carddav", "account.list.exchange", "account.list.google",
                    "account.list.ldap", "account.list.mail.incoming", "account.list.mail.outgoing",
                    "account.list.subscribed-calendar", "mdm.app", "app.managed.list", "package.list",
                    "screensharing.connection.group.unresolved-connection", "security.certificate.list",
                    "services.background-task", "test.array-value",
                ], #"{"type": "array", "items": {}}"#
            ),
            (
                [
                    "device.power.battery-health", "management.client-capabilities", "management.declarations",
                    "softwareupdate.beta-enrollment", "softwareupdate.failure-reason", "softwareupdate.install-reason",
                    "softwareupdate.pending-version", "test.dictionary-value", "test.error-value",
                ], "{}"
            ),
        ]
        return kinds.flatMap { kind in kind.items.map { "\"@status(\($0))\": \(kind.type)" } }
            .joined(separator: ",\n")
    }
}
