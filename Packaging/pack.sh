#!/usr/bin/env bash
# Builds and packs the command: a wheel for pip, or a package for Debian and Ubuntu. They go to .build/dist, with a bill of materials and
# checksums. The time in their files is that of the last commit, so that packing twice gives the same bytes.
#
#     Packaging/pack.sh wheel|deb OPTION…     with the options of `swift build` for a release
#
# Exit status: 0 done, 64 usage, another if a step fails.
set -euo pipefail
cd "$(dirname "$0")/.."

kind=${1:-}
case "$kind" in
wheel | deb) shift ;;
*)
    echo "usage: Packaging/pack.sh wheel|deb OPTION…" >&2
    exit 64
    ;;
esac
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
dist=.build/dist
folder=$PWD/.build/packaging/$kind
mkdir -p "$folder/archives" "$dist"

options=("$@")
if [ "$kind" = wheel ]; then
    # The linker looks into one folder after the other, so it takes these archives instead of Debian's shared libraries.
    for name in pcre2-8 z zstd yaml sqlite3; do
        ln -sf "$(clang -print-file-name="lib$name.a")" "$folder/archives/"
    done
    # Glibc 2.35 has a new version of `hypotf`, which only a module of Swift names. Without it, systems with 2.34 run the command.
    clang -O2 -fPIC -fno-math-errno -x c -c -o "$folder/hypotf.o" - <<'END'
float hypotf(float x, float y) { return (float)__builtin_sqrt((double)x * x + (double)y * y); }
END
    options+=(-Xlinker "-L$folder/archives" -Xlinker "$folder/hypotf.o")
    export PREDICATE_LOADS_READLINE=1
fi

# Builds a product, and puts it next to the files that parts.py reads. SwiftPM does not know that the linker reads and writes more files, so it
# must link.
link() { # PRODUCT BUILT NAME COMMAND…
    local product=$1 built=.build/release/$2 target=$folder/$3
    shift 3
    rm -f "$built"
    "$@" -Xlinker "--print-archive-stats=$target.archives"
    strip -o "$target" "$built"
    cp ".build/release/$product.product/Objects.LinkFileList" "$target.objects"
}
build() { swift build --traits Full --product predicate "${options[@]}" "$@"; }
build_library() { make --no-print-directory library RELEASE="${options[*]} $*"; }

link predicate predicate predicate build
binaries=("$folder/predicate")
# The interface for C, which the Python module calls.
if [ "$kind" = wheel ] && [ -d Sources/C ]; then
    link predicate-c libpredicate-c.so libpredicate.so build_library
    binaries+=("$folder/libpredicate.so")
fi

if [ "$kind" = wheel ]; then
    rm -f "$dist"/predicateformat-*.whl
    python3 Packaging/pack_wheel.py "$dist" "${binaries[@]}"
else
    version=$("$folder/predicate" --version)
    architecture=$(dpkg --print-architecture)
    root=$folder/root
    doc=$root/usr/share/doc/predicate
    rm -rf "$root" "$folder/debian"
    mkdir -p "$doc" "$root/DEBIAN" "$folder/debian"
    Scripts/install.sh install "$folder/predicate" "$root/usr" >/dev/null
    # The worker for clusters is as large as a package, and only some builds have it.
    rm -rf "$root/usr/libexec"
    # The folder of zsh itself is not for other packages.
    mv "$root/usr/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions"
    cp Packaging/copyright "$doc/copyright"
    python3 Packaging/parts.py notices "$folder/predicate" >"$doc/NOTICES"
    python3 Packaging/parts.py sbom "$folder/predicate" >"$doc/predicate.cdx.json"
    maintainer="The PredicateFormat authors <predicateformat@users.noreply.github.com>"
    printf 'predicate (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md of the source.\n\n -- %s  %s\n' \
        "$version" "$maintainer" "$(date -Ru -d "@$SOURCE_DATE_EPOCH")" >"$doc/changelog"
    gzip -9n "$doc/changelog" "$doc/NOTICES" "$root"/usr/share/man/man1/*.1
    # dpkg-shlibdeps knows which versions of the libraries have the symbols, and wants a source package.
    printf 'Source: predicate\n\nPackage: predicate\nArchitecture: any\n' >"$folder/debian/control"
    depends=$(cd "$folder" && dpkg-shlibdeps -O root/usr/bin/predicate)
    cat >"$root/DEBIAN/control" <<END
Package: predicate
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: ${depends#shlibs:Depends=}
Suggests: libpq5
Section: utils
Priority: optional
Description: filter JSON with the predicates of NSPredicate
 The command checks a predicate before the first record, shows each mistake
 with a fix, and then filters, sorts and groups JSON, SQLite and PostgreSQL.
 It also checks the predicates in the files of Munki, AutoPkg and others.
END
    find "$root" -type d -exec chmod 755 {} +
    # dpkg-deb takes times that are later than SOURCE_DATE_EPOCH as this time, but keeps earlier ones.
    find "$root" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group --build "$root" "$dist/predicate_${version}_$architecture.deb"
fi
for binary in "${binaries[@]}"; do python3 Packaging/parts.py sbom "$binary" >"$dist/${binary##*/}-$kind.cdx.json"; done
(cd "$dist" && sha256sum -- *.whl *.deb *.json 2>/dev/null >SHA256SUMS || true)
ls -l "$dist"
