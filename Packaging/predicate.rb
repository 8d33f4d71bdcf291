# A formula for Homebrew. It has not run yet: it needs the address of a release and its checksum.
class Predicate < Formula
  desc "Filter JSON with the predicates of NSPredicate"
  homepage "https://github.com/OWNER/PredicateFormat"
  url "https://github.com/OWNER/PredicateFormat/archive/refs/tags/0.2.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"
  head "https://github.com/OWNER/PredicateFormat.git", branch: "main"

  depends_on xcode: ["16.3", :build]
  depends_on "libpq"
  depends_on "libyaml"
  depends_on "pcre2"
  depends_on "zstd"

  uses_from_macos "sqlite"
  uses_from_macos "swift"
  uses_from_macos "zlib"

  def install
    # The line editor is libedit, which is part of macOS.
    system "swift", "build", "--disable-sandbox", "--configuration", "release", "--traits", "Full", "--product", "predicate"
    system "Scripts/install.sh", "install", ".build/release/predicate", prefix
  end

  test do
    (testpath/"people.ndjson").write <<~JSON
      {"name": "Ada", "age": 36}
      {"name": "Ben", "age": 12}
    JSON
    assert_equal "1\n", shell_output("#{bin}/predicate filter --count 'age > 30' people.ndjson")
  end
end
