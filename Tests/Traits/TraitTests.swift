#if !Full
#error("the tests need every trait but Macros: write `swift test --traits Full`, or `make test`")
#endif
