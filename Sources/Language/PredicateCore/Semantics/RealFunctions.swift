import PredicatePlatform

/// The functions on doubles that come from the system's mathematical library.
enum RealFunctions {
    static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
    static func naturalLogarithm(_ number: Double) -> Double { log(number) }
    static func logarithm(_ number: Double) -> Double { log10(number) }
    static func exponential(_ number: Double) -> Double { exp(number) }
}
