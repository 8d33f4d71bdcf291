#!/bin/zsh
log stream --predicate 'subsystem == "org.example.paint"' --level debug &
log stream --level info --predicate 'process == "Paint" && (category == "document" || category == "undo")' &
log stream --predicate 'eventMessage CONTAINS "deny" AND sender == "Sandbox"' --style json &
log stream --predicate 'process BEGINSWITH "com.apple.WebKit"' &
log stream --process Paint --predicate 'signpostType == begin' &
log stream --predicate '
    subsystem == "com.apple.securityd"
    AND category IN { "keychain", "trust" }
    AND messageType >= 16
' &
log stream --predicate='composedMessage LIKE[c] "*usb*" AND NOT process IN {"usbd", "kernel"}' &
log stream --timeout 10s --predicate 'userID == 501 AND threadIdentifier != 0' &
log stream --predicate 'NOT subsystem BEGINSWITH "com.apple" AND subsystem != ""' &
# The name of the program decides this one, so nothing can be said of it.
log stream --predicate "process == \"$name\"" &
wait
