#!/bin/sh
# The free nginx does not ask /readyz. This does, every second, and takes instances that are not ready out of the
# upstream; when none is ready, all stay in. Run it as a service beside nginx:
#   nginx-follow-readyz.sh /etc/nginx/latchkey-upstream.conf 10.0.0.11:3000 10.0.0.12:3000
# and let the upstream of deploy/nginx.conf have `include /etc/nginx/latchkey-upstream.conf;` in place of its servers.
set -eu
file=$1
shift
[ $# -gt 0 ] || { echo "which instances?" >&2; exit 2; }

ready() {
    curl --silent --fail --output /dev/null --max-time 2 "http://$1/readyz"
}

lines() {
    all='' some=''
    for server; do
        all="$all    server $server max_fails=0;
"
        if ready "$server"; then
            some=yes
            echo "    server $server max_fails=0;"
        else
            echo "    server $server down;"
        fi
    done >"$file.next"
    [ -n "$some" ] || printf '%s' "$all" >"$file.next"
}

while :; do
    lines "$@"
    if ! cmp -s "$file.next" "$file"; then
        mv "$file.next" "$file"
        nginx -s reload || echo "nginx could not be reloaded" >&2
    fi
    [ -z "${ONCE:-}" ] || exit 0
    sleep 1
done
