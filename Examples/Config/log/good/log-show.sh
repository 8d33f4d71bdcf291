#!/bin/sh
# What the sync agent did in the last hour, without its periodic chatter. Runs on a Mac.
exec log show --last 1h --style ndjson \
    --predicate 'processImagePath ENDSWITH "/SyncAgent" AND (category == "network" OR messageType == "Fault") AND NOT eventMessage LIKE "heartbeat*"'
