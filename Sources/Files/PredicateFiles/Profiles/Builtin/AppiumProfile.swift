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
