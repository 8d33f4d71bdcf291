import PredicatePlatform

/// The descriptors of standard input, output and messages.
package enum StandardDescriptors {
    /// Opens standard descriptors that the parent process has closed, before a file is opened. Otherwise the first
    /// file would become standard input, and its records the lines of the prompt.
    ///
    /// They are opened in the wrong direction, so that reading and writing still fail: a failed write must be
    /// visible.
    package static func open() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            // The system returns the lowest free number, which is this one.
            let opened = SystemCall.openFile("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
            guard opened == descriptor else { _exit(ExitStatus.inputOutput.rawValue) }
        }
    }
}
