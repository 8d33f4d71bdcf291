#!/bin/sh
# What the sync agent did in the last hour. `log` says: Bad predicate.
log show --last 1h --predicate 'subsytem == "com.example.sync" AND messageType == error'
log show --last 1h --style ndjson \
    --predicate "eventMessage CONTAINS[x] \"failed\" AND process == \"SyncAgent\""
log stream --predicate 'category == "network" AND messageType = fualt'
