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
