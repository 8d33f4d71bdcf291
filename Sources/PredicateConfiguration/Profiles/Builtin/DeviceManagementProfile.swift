extension PredicateProfile {
    /// Activations of declarative device management.
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
              "@status(device.identifier.serial-number)": {"type": "string"},
              "@status(device.identifier.udid)": {"type": "string"},
              "@status(device.model.family)": {"type": "string"},
              "@status(device.model.identifier)": {"type": "string"},
              "@status(device.model.marketing-name)": {"type": "string"},
              "@status(device.model.number)": {"type": "string"},
              "@status(device.operating-system.build-version)": {"type": "string"},
              "@status(device.operating-system.family)": {"type": "string"},
              "@status(device.operating-system.version)": {"type": "string"}
            }
          }
        }
        """#
}
