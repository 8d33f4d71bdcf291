extension PredicateProfile {
    /// Activations of declarative device management (fact §10.4).
    static let deviceManagementText = #"""
        {
          "name": "mdm",
          "summary": "predicates of declarative activations in device management",
          "formats": ["json", "plist", "yaml"],
          "predicates": ["{Type=com.apple.activation.simple}.Payload.Predicate"],
          "notation": "items",
          "open": true,
          "schema": {
            "type": "object",
            "properties": {
              "status_device_identifier_serial_number": {"type": "string"},
              "status_device_identifier_udid": {"type": "string"},
              "status_device_model_family": {"type": "string"},
              "status_device_model_identifier": {"type": "string"},
              "status_device_model_marketing_name": {"type": "string"},
              "status_device_model_number": {"type": "string"},
              "status_device_operating_system_build_version": {"type": "string"},
              "status_device_operating_system_family": {"type": "string"},
              "status_device_operating_system_version": {"type": "string"}
            }
          }
        }
        """#
}
