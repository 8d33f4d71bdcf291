extension RandomAccessCollection where Index == Int {
    /// The first index whose element satisfies a condition that all later ones satisfy as well; the end if none does.
    @inline(__always)
    package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
