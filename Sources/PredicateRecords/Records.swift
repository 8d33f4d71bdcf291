/// JSON records.
