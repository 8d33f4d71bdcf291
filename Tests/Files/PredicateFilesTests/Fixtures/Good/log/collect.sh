#!/bin/bash
# Writes what support asks for.
set -euo pipefail
out=${1:-/tmp/logs}
mkdir -p "$out"

log show --last 1h --predicate 'process == "kernel"' >"$out/kernel.txt"
log show --predicate 'subsystem == "com.apple.TimeMachine"' --info --last 12h >"$out/backup.txt"
log show --info --debug --style syslog --predicate "subsystem == 'com.apple.sharing'" >"$out/sharing.txt"
/usr/bin/log show --predicate "process == \"WindowServer\" AND messageType == error" --last 2d >"$out/windows.txt"
log show --style ndjson --predicate 'subsystem BEGINSWITH "com.example." && category == "sync"' >"$out/sync.ndjson"
sudo log show --predicate 'processImagePath ENDSWITH "mdmclient"' --last boot >"$out/mdm.txt"
log show --start "2025-01-10 09:00:00" --end "2025-01-10 10:00:00" \
    --predicate 'process = "loginwindow" AND eventMessage CONTAINS[c] "failed"' \
    --style compact >"$out/login.txt"
log show --predicate '(process == "smbd") OR (process == "kernel" AND sender == "smbfs")' >"$out/smb.txt"
log show --predicate 'eventMessage CONTAINS "Previous shutdown cause"' --last 24h
log show --predicate 'eventMessage contains[cd] "sleep" or eventMessage contains[cd] "wake"' --last 1d | grep -v Timer
log show --last 30m --predicate 'messageType == fault'
log show --last 30m --predicate 'messageType == "Fault" OR messageType == "Error"'
log show --predicate 'logType == fault AND processIdentifier == 1'
log show --predicate 'eventType == activityCreateEvent AND process == "Mail"'
log show --predicate 'type == logEvent AND logType IN {error, fault}' --last 5m
log show --predicate 'processID == 501' --last 5m
log show --predicate 'senderImagePath CONTAINS[cd] "IOBluetooth" AND NOT eventMessage LIKE "*RSSI*"'
log show --predicate 'eventMessage MATCHES ".*(timed? ?out|timeout).*"'
log show --predicate 'subsystem == "com.apple.network" and category != "boringssl" and messageType != debug'
log show archive.logarchive --predicate 'traceIdentifier == 0x1a2b3c'
