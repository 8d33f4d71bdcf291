#!/usr/bin/env bash
# A PostgreSQL server for tests: as an ordinary user, in a temporary folder, on loopback.
#
#     Scripts/postgresql.sh run COMMAND…   starts a server, runs the command with it, and stops the server
#     Scripts/postgresql.sh start          starts a server that stays, and prints the variables to export
#     Scripts/postgresql.sh stop           stops that server and removes its files
#     eval "$(Scripts/postgresql.sh start)"
#
# The command gets PGHOST (the folder of the Unix socket), PGPORT, PGUSER and PGDATABASE, so that psql and libpq find
# the server without arguments, and PREDICATE_POSTGRESQL=1, without which the tests of the server are skipped. On
# 127.0.0.1 the server asks for passwords: the user `reader` has the password `loopback` and no permissions.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
# Where `start` notes the folder of its server for `stop`.
note="$root/.build/engines/postgresql"

fail() {
    echo "postgresql.sh: $*" >&2
    exit 69
}

# The folder with initdb and pg_ctl: the newest of Debian's, otherwise the one on the PATH.
find_programs() {
    programs="$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1 || true)"
    if [ -z "$programs" ] && command -v initdb >/dev/null; then programs="$(dirname "$(command -v initdb)")"; fi
    [ -n "$programs" ] && [ -x "$programs/initdb" ]
}

install_server() {
    find_programs && return
    if command -v apt-get >/dev/null; then
        local sudo=""
        [ "$(id -u)" -eq 0 ] || sudo=sudo
        echo "installing postgresql" >&2
        # Debian would start a server of its own.
        $sudo mkdir -p /etc/postgresql-common
        [ -e /etc/postgresql-common/createcluster.conf ] ||
            echo "create_main_cluster = false" | $sudo tee /etc/postgresql-common/createcluster.conf >/dev/null
        { $sudo apt-get update -qq || true; DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq postgresql; } \
            >/dev/null 2>&1 || fail "the package postgresql cannot be installed"
    elif command -v brew >/dev/null; then
        brew install postgresql >&2
    fi
    find_programs || fail "no PostgreSQL server is installed"
}

# The server refuses to run as root.
as_user() {
    if [ "$(id -u)" -eq 0 ]; then
        runuser -u "$user" -- "$@"
    else
        "$@"
    fi
}

# Starts a server in the folder $folder. Sets $port.
start_server() {
    install_server
    user="$(id -un)"
    if [ "$user" = root ]; then
        user=postgres
        id -u postgres >/dev/null 2>&1 || user=nobody
    fi
    # The system limits the path of a socket to about a hundred bytes, so the folder is not below the repository.
    folder="$(mktemp -d "${TMPDIR:-/tmp}/predicate-pg.XXXXXX")"
    chmod 755 "$folder"
    [ "$(id -u)" -ne 0 ] || chown "$user" "$folder"

    # An order that is not that of code points, as most servers have.
    local collation=()
    if "$programs/initdb" --help | grep -q icu-locale; then collation=(--locale-provider=icu --icu-locale=en-US); fi
    (cd / && as_user "$programs/initdb" -D "$folder/data" -U predicate -A trust -E UTF8 --locale=C.UTF-8 \
        ${collation[@]+"${collation[@]}"} --no-sync) >"$folder/initdb.log" 2>&1 ||
        { cat "$folder/initdb.log" >&2; fail "initdb failed"; }
    as_user tee "$folder/data/pg_hba.conf" >/dev/null <<'HBA'
local all all trust
host all all 127.0.0.1/32 scram-sha-256
HBA
    as_user tee -a "$folder/data/postgresql.conf" >/dev/null <<CONF
listen_addresses = '127.0.0.1'
unix_socket_directories = '$folder'
fsync = off
synchronous_commit = off
full_page_writes = off
shared_buffers = 128MB
max_connections = 50
password_encryption = 'scram-sha-256'
timezone = 'Europe/Lisbon'
CONF
    # The port is taken by who starts first, so a few are tried.
    local attempt
    for attempt in 1 2 3 4 5; do
        port=$((20000 + RANDOM % 20000))
        rm -f "$folder/server.log"
        (cd / && as_user "$programs/pg_ctl" -D "$folder/data" -o "-p $port" -l "$folder/server.log" -W start) \
            >/dev/null 2>&1 </dev/null || true
        if wait_for_server; then break; fi
        if [ "$attempt" -eq 5 ]; then
            cat "$folder/server.log" >&2
            remove_server
            fail "the server does not start"
        fi
    done
    "$programs/psql" -q -X -h "$folder" -p "$port" -U predicate -d postgres >&2 <<'SQL'
CREATE DATABASE predicate;
CREATE ROLE reader LOGIN PASSWORD 'loopback';
SQL
}

# Asks until the server answers or has ended; at most a minute.
wait_for_server() {
    local end=$((SECONDS + 60))
    while [ "$SECONDS" -lt "$end" ]; do
        if "$programs/pg_isready" -q -h "$folder" -p "$port" -t 1; then return 0; fi
        (cd / && as_user "$programs/pg_ctl" -D "$folder/data" status) >/dev/null 2>&1 ||
            { ! grep -q 'starting PostgreSQL' "$folder/server.log" 2>/dev/null ||
                ! grep -q 'could not\|FATAL' "$folder/server.log" 2>/dev/null || return 1; }
    done
    return 1
}

remove_server() {
    find_programs || true
    if [ -d "$folder/data" ]; then
        user="$(stat -c %U "$folder/data" 2>/dev/null || id -un)"
        (cd / && as_user "$programs/pg_ctl" -D "$folder/data" -m immediate -w stop) >/dev/null 2>&1 || true
    fi
    rm -rf "$folder"
}

export_variables() {
    cat <<VARIABLES
export PGHOST='$folder' PGPORT='$port' PGUSER=predicate PGDATABASE=predicate PREDICATE_POSTGRESQL=1
VARIABLES
}

case "${1:-}" in
start)
    [ ! -e "$note" ] || fail "a server is running in $(cat "$note"); stop it first"
    start_server
    mkdir -p "$(dirname "$note")"
    echo "$folder" >"$note"
    export_variables
    ;;
stop)
    [ -e "$note" ] || fail "no server was started by this script"
    folder="$(cat "$note")"
    remove_server
    rm -f "$note"
    ;;
run)
    shift
    [ $# -gt 0 ] || fail "usage: postgresql.sh run COMMAND…"
    folder=""
    trap '[ -z "$folder" ] || remove_server' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    start_server
    eval "$(export_variables)"
    # In the background, so that a signal is handled at once. There the shell would let it ignore SIGINT.
    (trap - INT && exec "$@") <&0 &
    command=$!
    trap 'kill -INT "$command" 2>/dev/null || true; exit 130' INT
    trap 'kill -TERM "$command" 2>/dev/null || true; exit 143' TERM HUP
    status=0
    wait "$command" || status=$?
    exit "$status"
    ;;
*)
    echo "usage: Scripts/postgresql.sh start | stop | run COMMAND…" >&2
    exit 64
    ;;
esac
