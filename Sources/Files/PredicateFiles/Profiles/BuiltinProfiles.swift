import PredicateFormat

extension PredicateProfile {
    /// The profiles that the package brings, for files of keys and values. A test reads each.
    package static let builtin: [PredicateProfile] = [
        munkiText, autoPkgText, appExtensionText, deviceManagementText, logText, appiumText,
    ].compactMap { try? PredicateProfile(reading: Array($0.utf8)) }

    /// The built-in profile of a name.
    package static func builtin(named name: String) -> PredicateProfile? {
        builtin.first { sameCodePoints($0.name, name) }
    }

    /// The profile of predicates at keys that a user names.
    package static func generic(_ predicates: [KeyPattern], schema: RecordSchema?) -> PredicateProfile {
        PredicateProfile(
            name: "generic", summary: "predicates at given keys", formats: Set(ConfigurationFormat.data),
            predicates: predicates, schema: schema, isOpen: false)
    }
}

extension PredicateProfile {
    /// Activation rules of app extensions. A rule that is a dictionary is no predicate.
    static let appExtensionText = #"""
        {
          "name": "app-extension",
          "summary": "activation rules of app extensions in Info.plist",
          "formats": ["plist"],
          "predicates": [
            "NSExtension.NSExtensionAttributes.NSExtensionActivationRule",
            "NSExtension.NSExtensionAttributes.NSExtensionFileProviderActions[].NSExtensionFileProviderActionActivationRule"
          ],
          "schema": {
            "title": "ExtensionContext",
            "type": "object",
            "properties": {
              "extensionItems": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "attachments": {
                      "type": "array",
                      "items": {
                        "type": "object",
                        "properties": {
                          "registeredTypeIdentifiers": {"type": "array", "items": {"type": "string"}}
                        },
                        "additionalProperties": false
                      }
                    },
                    "attributedContentText": {}, "attributedTitle": {}, "userInfo": {}
                  },
                  "additionalProperties": false
                }
              },
              "fileproviderItems": {
                "type": "array", "items": {"type": "object", "properties": {"userInfo": {}}, "additionalProperties": true}
              }
            },
            "additionalProperties": false
          }
        }
        """#
}

extension PredicateProfile {
    /// Locators of Appium. Only the part of a name before the first dot is looked up, and an unknown one is an error there.
    static let appiumText = #"""
        {
          "name": "appium",
          "summary": "locators of Appium: predicates, and the predicates in class chains",
          "formats": ["json", "yaml", "python", "java", "kotlin", "javascript", "ruby", "csharp"],
          "predicates": [
            "**{using=-ios predicate string}.value", "**{using=-ios class chain}.value",
            "**{strategy=-ios predicate string}.selector", "**{strategy=-ios class chain}.selector"
          ],
          "notation": "locators",
          "schema": {
            "title": "Element",
            "type": "object",
            "required": ["type", "enabled", "visible", "accessible", "selected", "index", "rect"],
            "properties": {
        \#(appiumAttributes)
            },
            "additionalProperties": false
          }
        }
        """#

    /// The attributes, each with and without the prefix `wd`.
    private static var appiumAttributes: String {
        let rectangle = #"""
            {"type": "object", "additionalProperties": false, "required": ["x", "y", "width", "height"], "properties":
            {"x": {"type": "number"}, "y": {"type": "number"}, "width": {"type": "number"}, "height": {"type": "number"}}}
            """#
        let types: [(name: String, type: String)] = [
            ("name", #"{"type": "string"}"#), ("label", #"{"type": "string"}"#), ("value", "{}"),
            ("type", #"{"type": "string"}"#), ("rect", rectangle), ("frame", "{}"), ("nativeFrame", "{}"),
            ("enabled", #"{"type": "boolean"}"#), ("visible", #"{"type": "boolean"}"#),
            ("selected", #"{"type": "boolean"}"#), ("focused", #"{"type": "boolean"}"#),
            ("hittable", #"{"type": "boolean"}"#), ("accessible", #"{"type": "boolean"}"#),
            ("accessibilityContainer", #"{"type": "boolean"}"#),
            ("nativeAccessibilityElement", #"{"type": "boolean"}"#),
            ("index", #"{"type": "integer"}"#), ("placeholderValue", #"{"type": "string"}"#), ("traits", "{}"),
            ("UID", "{}"), ("minValue", "{}"), ("maxValue", "{}"), ("customActions", "{}"),
        ]
        let prefixed = types.map { attribute in
            ("wd" + attribute.name.prefix(1).uppercased() + attribute.name.dropFirst(), attribute.type)
        }
        return (types + prefixed).map { "\"\($0.0)\": \($0.1)" }.joined(separator: ",\n")
    }
}

extension PredicateProfile {
    /// The predicates of AutoPkg's StopProcessingIf. Their records are the variables of a recipe, which every processor may
    /// add to.
    static let autoPkgText = #"""
        {
          "name": "autopkg",
          "summary": "predicates of StopProcessingIf in AutoPkg's recipes",
          "formats": ["plist", "yaml"],
          "predicates": ["Process[]{Processor=StopProcessingIf}.Arguments.predicate"],
          "notation": "placeholders",
          "open": true,
          "schema": {
            "title": "Recipe",
            "type": "object",
            "properties": {
              "download_changed": {"type": "boolean"},
              "pathname": {"type": "string"},
              "filename": {"type": "string"},
              "version": {"type": "string"},
              "url": {"type": "string"},
              "NAME": {"type": "string"},
              "pkg_path": {"type": "string"},
              "bundleid": {"type": "string"},
              "munki_repo_changed": {"type": "boolean"},
              "new_package_request": {"type": "boolean"},
              "virus_total_analyzer_summary_result": {}
            }
          }
        }
        """#
}

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

extension PredicateProfile {
    /// Predicates over log events: `log show --predicate` in shell scripts, and the receiver of OpenTelemetry's collector.
    ///
    /// The symbols of types and levels are fields here: `messageType == error` compares with a symbol, not with a text.
    static let logText = #"""
        {
          "name": "log",
          "summary": "predicates over log events in scripts and collectors",
          "formats": ["shell", "yaml"],
          "predicates": ["receivers.macosunifiedlogging*.predicate", "receivers.macos_unified_logging*.predicate"],
          "schema": {
            "title": "LogEvent",
            "type": "object",
            "required": [
              "activityIdentifier", "bootUUID", "category", "composedMessage", "eventMessage", "formatString", "process",
              "processID", "processIdentifier", "processImagePath", "processImageUUID", "sender", "senderImagePath",
              "senderImageUUID", "subsystem", "threadID", "threadIdentifier", "traceIdentifier", "userID"
            ],
            "properties": {
              "activityIdentifier": {"type": "integer"}, "bootUUID": {"type": "string"}, "category": {"type": "string"},
              "composedMessage": {"type": "string"}, "continuousNanosecondsSinceBoot": {"type": "integer"},
              "creatorActivityIdentifier": {"type": "integer"}, "creatorProcessUniqueIdentifier": {"type": "integer"},
              "date": {}, "eventMessage": {"type": "string"}, "eventType": {}, "formatString": {"type": "string"},
              "logType": {}, "machContinuousTimestamp": {"type": "integer"}, "messageType": {},
              "parentActivityIdentifier": {"type": "integer"}, "process": {"type": "string"},
              "processID": {"type": "integer"}, "processIdentifier": {"type": "integer"},
              "processImagePath": {"type": "string"}, "processImageUUID": {"type": "string"},
              "sender": {"type": "string"}, "senderImageOffset": {"type": "integer"},
              "senderImagePath": {"type": "string"}, "senderImageUUID": {"type": "string"},
              "signpostIdentifier": {"type": "integer"}, "signpostScope": {}, "signpostType": {},
              "size": {"type": "integer"}, "subsystem": {"type": "string"}, "threadID": {"type": "integer"},
              "threadIdentifier": {"type": "integer"}, "timeToLive": {"type": "integer"},
              "traceIdentifier": {"type": "integer"}, "transitionActivityIdentifier": {"type": "integer"}, "type": {},
              "userID": {"type": "integer"},
              "activityCreateEvent": {}, "activityTransitionEvent": {}, "userActionEvent": {}, "traceEvent": {},
              "logEvent": {}, "timesyncEvent": {}, "signpostEvent": {}, "lossEvent": {}, "stateEvent": {},
              "default": {}, "release": {}, "info": {}, "debug": {}, "error": {}, "fault": {}, "thread": {},
              "system": {}, "event": {}, "begin": {}, "end": {}
            },
            "additionalProperties": false
          }
        }
        """#
}

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
