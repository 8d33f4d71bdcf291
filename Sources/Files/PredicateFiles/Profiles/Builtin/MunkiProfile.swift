extension PredicateProfile {
    /// Conditions of Munki, with the facts that its clients have. A site adds its own.
    static let munkiText = #"""
        {
          "name": "munki",
          "summary": "conditions in Munki's manifests and pkginfo files",
          "formats": ["plist", "yaml"],
          "predicates": ["**.conditional_items[].condition", "installable_condition"],
          "open": true,
          "schema": {
            "title": "Facts",
            "type": "object",
            "required": [
              "hostname", "arch", "x86_64_capable", "os_vers", "os_vers_major", "os_vers_minor", "os_vers_patch",
              "os_build_number", "os_build_last_component", "machine_model", "machine_type", "munki_version",
              "ipv4_address", "ipv6_address", "serial_number", "product_name", "physical_or_virtual", "catalogs", "date",
              "applications"
            ],
            "properties": {
              "hostname": {"type": "string"},
              "arch": {"type": "string"},
              "x86_64_capable": {"type": "boolean"},
              "os_vers": {"type": "string"},
              "os_vers_major": {"type": "integer"},
              "os_vers_minor": {"type": "integer"},
              "os_vers_patch": {"type": "integer"},
              "os_build_number": {"type": "string"},
              "os_build_last_component": {"type": "string"},
              "machine_model": {"type": "string"},
              "machine_type": {"type": "string"},
              "munki_version": {"type": "string"},
              "ipv4_address": {"type": "array", "items": {"type": "string"}},
              "ipv6_address": {"type": "array", "items": {"type": "string"}},
              "serial_number": {"type": "string"},
              "product_name": {"type": "string"},
              "ibridge_model_name": {"type": "string"},
              "board_id": {"type": "string"},
              "device_id": {"type": "string"},
              "physical_or_virtual": {"type": "string"},
              "catalogs": {"type": "array", "items": {"type": "string"}},
              "date": {"type": "string", "format": "date-time"},
              "applications": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "bundleid": {"type": "string"}, "name": {"type": "string"}, "path": {"type": "string"},
                    "version": {"type": "string"}
                  }
                }
              }
            }
          }
        }
        """#
}
