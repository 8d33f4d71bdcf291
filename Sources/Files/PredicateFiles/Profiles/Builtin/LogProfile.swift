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
