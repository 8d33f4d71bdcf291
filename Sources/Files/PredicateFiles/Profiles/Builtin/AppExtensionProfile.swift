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
