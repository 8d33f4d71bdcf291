#!/bin/sh
log show --last 1h --predicate 'subsytem == "com.example.sync" AND messageType == error'
