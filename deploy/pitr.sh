#!/bin/sh
# Recovery of the house's PostgreSQL to a point in time, by PostgreSQL's own means: every piece of its log is kept in an
# archive, a copy of the whole is made from time to time, and from both a server of any instant since the copy is made.
#
#   pitr.sh keep ARCHIVE %p %f         archive_command: keep one piece of the log; none is ever overwritten
#   pitr.sh base FOLDER CONNECTION     a copy of the running server, as a new folder under FOLDER
#   pitr.sh recover BASE ARCHIVE DATA [TIME]
#                                      a data folder from a copy and the archive, up to TIME (as PostgreSQL writes it,
#                                      such as "2026-01-31 23:59:00+00") or as far as the archive goes; then start
#                                      postgres -D DATA, and hold it to an anchor: croupier verify --anchor FILE
#
# In postgresql.conf:
#   wal_level = replica
#   archive_mode = on
#   archive_command = '/usr/local/bin/pitr.sh keep /archive "%p" "%f"'
#   archive_timeout = 60    # at most so many seconds are lost with the machine
set -eu

fail() { echo "pitr.sh: $*" >&2; exit 1; }

case "${1:-}" in
keep)
    [ $# -eq 4 ] || fail "keep ARCHIVE PATH NAME"
    archive=$2 path=$3 name=$4
    if [ -e "$archive/$name" ]; then
        cmp -s "$path" "$archive/$name" && exit 0 # archived before a crash, and asked for once more
        fail "$archive/$name is there already, and is another one"
    fi
    cp "$path" "$archive/.$name.part"
    sync "$archive/.$name.part"
    mv "$archive/.$name.part" "$archive/$name"
    sync "$archive"
    ;;
base)
    [ $# -eq 3 ] || fail "base FOLDER CONNECTION"
    made="$2/base-$(date -u +%Y%m%dT%H%M%SZ)"
    pg_basebackup --pgdata="$made" --dbname="$3" --wal-method=stream --checkpoint=fast
    pg_verifybackup --quiet "$made"
    echo "$made"
    ;;
recover)
    [ $# -eq 4 ] || [ $# -eq 5 ] || fail "recover BASE ARCHIVE DATA [TIME]"
    base=$2 archive=$3 data=$4 time=${5:-}
    [ ! -e "$data" ] || fail "$data is there already: recover into a new folder"
    [ -f "$base/PG_VERSION" ] || fail "$base is no copy of a server"
    cp -a "$base" "$data"
    chmod 700 "$data"
    rm -f "$data/postmaster.pid" "$data/recovery.signal" "$data/standby.signal"
    {
        echo "archive_mode = off"
        echo "restore_command = 'cp \"$archive/%f\" \"%p\"'"
        if [ -n "$time" ]; then
            echo "recovery_target_time = '$time'"
            echo "recovery_target_action = promote"
        fi
    } >> "$data/postgresql.auto.conf"
    touch "$data/recovery.signal"
    ;;
*)
    sed -n '2,11p' "$0" >&2
    exit 2
    ;;
esac
