#!/usr/bin/env bash
# Tries what this directory has for hosts: the unit, the run stage of the container, and the proxies, with a restart under load behind them.
#   deploy/check.sh target/release/tefuda
# It needs root for the container's part; what is not installed (nginx, caddy, systemd) is left out, and said.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tefuda=$(realpath "${1:?which program? deploy/check.sh target/release/tefuda}")
work=$(mktemp -d)
trap 'trap - EXIT; kill $(jobs -p) 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"' EXIT
say() { printf '%s\n' "$*"; }
fail() { say "FAILED: $*" >&2; exit 1; }
skip() { say "left out: $*"; }
there() { command -v "$1" >/dev/null; }

# Waits for the house behind an address.
ready() {
    for _ in $(seq 100); do
        if "$tefuda" health "$1" >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    cat "$work"/*.log >&2 2>/dev/null || true
    fail "nothing is ready at $1"
}

# A free port.
port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

unit() {
    there systemd-analyze || { skip "the unit (no systemd)"; return; }
    sed "s,/usr/local/bin/tefuda,$tefuda,; /^Documentation=/d" "$here/tefuda.service" > "$work/tefuda.service"
    systemd-analyze verify "$work/tefuda.service" || fail "the unit"
    say "the unit is valid"
}

# The run stage as near as it can be had without its image: a root of the program and its libraries alone, read-only, nobody's user,
# one directory to write to.
container() {
    [ "$(id -u)" = 0 ] && there unshare || { skip "the container (needs root and unshare)"; return; }
    local root=$work/root at
    at=$(port)
    mkdir -p "$root"/{usr/local/bin,data,proc,dev} "$work/data"
    cp "$tefuda" "$root/usr/local/bin/tefuda"
    ldd "$tefuda" | grep -o '/[^ ]*' | while read -r library; do install -D "$library" "$root$library"; done
    touch "$root/dev/null" "$root/dev/urandom"
    chown 65532:65532 "$work/data"
    chmod 711 "$work"
    unshare --mount --pid --fork --kill-child bash -eu -c '
        mount --bind "$1" "$1"
        mount --bind "$2" "$1/data"
        mount --bind /dev/null "$1/dev/null"
        mount --bind /dev/urandom "$1/dev/urandom"
        mount -o remount,bind,ro "$1"
        if touch "$1/try" 2>/dev/null; then echo "its root can be written to" >&2; exit 1; fi
        exec env -i PATH="$PATH" TEFUDA_DATA=/data TEFUDA_LOG=json TEFUDA_LINES_PORT=none TEFUDA_TEXT_PORT=none TEFUDA_PORT="$3" \
            chroot --userspec=65532:65532 "$1" /usr/local/bin/tefuda serve
    ' - "$root" "$work/data" "$at" > "$work/container.log" 2>&1 &
    local house=$!
    ready "http://127.0.0.1:$at"
    play "http://127.0.0.1:$at" 3 > "$work/container.json" || { cat "$work/container.log" >&2; fail "play in the container"; }
    [ "$(stat -c %u "$work/data/house.db")" = 65532 ] || fail "its data belong to somebody else"
    # The program itself, for it outlives whoever started it: it has changed its user.
    kill -9 $(cat "/proc/$house/task/$house/children")
    wait "$house" 2>/dev/null || true
    local line
    line=$(told "$work/container.json") || fail "something was lost in the container"
    say "a read-only root and a user who may nothing: $line"
}

# Plays at the house for so many seconds.
play() {
    "$tefuda" load --server "$1" --tables 12 --pace 4 --warmup 1 --seconds "$2" --no-limit --json
}

told() {
    python3 - "$1" <<'P'
import json, sys
run = json.load(open(sys.argv[1]))["runs"][0]
assert run["lost"] == 0 and run["gaps"] == 0, f"{run['lost']} lost, {run['gaps']} gaps"
assert run["moves"] > 0, "nobody moved"
print(f"{run['moves']} moves, {run['broken']} connections broken, nothing lost")
P
}

serve() {
    TEFUDA_CONNECTIONS_PER_ADDRESS=1000 TEFUDA_GUESTS_PER_HOUR=10000 TEFUDA_REQUESTS_PER_SECOND=1000 TEFUDA_REQUEST_BURST=1000 TEFUDA_LOG=json \
        "$tefuda" serve --port "$1" --lines-port none --text-port none --data "$work/house-$1" --base-path /tefuda --trusted-proxies 127.0.0.1 --drain 1s \
        >> "$work/house.log" 2>&1 &
    house=$!
}

# Plays through a proxy, and starts the house anew twice meanwhile: once asked, once killed.
restart_behind() {
    local name=$1 inside=$2 outside=$3 url load line
    url=http://127.0.0.1:$outside/tefuda
    serve "$inside"
    ready "$url"
    play "$url" 12 > "$work/$name.json" &
    load=$!
    sleep 4
    kill -TERM "$house"; wait "$house" 2>/dev/null || fail "the house did not end well"
    serve "$inside"
    sleep 4
    kill -9 "$house"; wait "$house" 2>/dev/null || true
    serve "$inside"
    wait "$load" || fail "play behind $name"
    line=$(told "$work/$name.json") || fail "something was lost behind $name"
    say "restarts behind $name: $line"
    kill -TERM "$house"; wait "$house" 2>/dev/null || true
}

# The snippets as they are, but for TLS and the ports.
nginx_in_front() {
    there nginx || { skip "nginx"; return; }
    local inside outside
    inside=$(port) outside=$(port)
    {
        echo "daemon off; pid $work/nginx.pid; error_log $work/nginx.log; events { } http { access_log off;"
        echo "client_body_temp_path $work/body; proxy_temp_path $work/proxy; fastcgi_temp_path $work/f; uwsgi_temp_path $work/u; scgi_temp_path $work/s;"
        sed "/ssl_certificate/d; s/listen 443 ssl/listen 127.0.0.1:$outside/; s/127.0.0.1:8080/127.0.0.1:$inside/" "$here/nginx.conf"
        echo "}"
    } > "$work/nginx.conf"
    nginx -q -t -c "$work/nginx.conf" -e "$work/nginx.log" || fail "nginx refuses the snippet"
    nginx -c "$work/nginx.conf" -e "$work/nginx.log" &
    restart_behind nginx "$inside" "$outside"
}

caddy_in_front() {
    there caddy || { skip "Caddy"; return; }
    local inside outside
    inside=$(port) outside=$(port)
    {
        echo "{"; echo "	admin off"; echo "	auto_https off"; echo "	storage file_system $work/caddy"; echo "}"
        sed "s/^cards.example {/http:\/\/127.0.0.1:$outside {/; s/127.0.0.1:8080/127.0.0.1:$inside/" "$here/Caddyfile"
    } > "$work/Caddyfile"
    HOME=$work caddy run --config "$work/Caddyfile" --adapter caddyfile > "$work/caddy.log" 2>&1 &
    restart_behind Caddy "$inside" "$outside"
}

unit
container
nginx_in_front
caddy_in_front
say "everything here works"
