#!/bin/sh
# suspend-by-phone.sh <phone number>: suspends the one account whose phone number begins like this.
set -eu
[ $# -eq 1 ] || { echo "usage: $0 <phone number>" >&2; exit 2; }

ask() {
  method=$1 path=$2
  shift 2
  curl -sS -X "$method" -H "Authorization: Bearer $API_KEY" "$LATCHKEY/api/admin/$path" "$@"
}
succeeded() {
  case $1 in *'"status":"success"'*) ;; *) echo "$1" >&2; return 1 ;; esac
}

found='' after=''
while :; do
  page=$(ask GET users -G --data-urlencode "query=$1" --data-urlencode "after=$after")
  succeeded "$page"
  found="$found $(echo "$page" | grep -o '"id":[0-9]*' | cut -d: -f2 | tr '\n' ' ')"
  after=$(echo "$page" | grep -o '"next":"[^"]*"' | cut -d'"' -f4)
  [ -n "$after" ] || break
done

set -- $found
[ $# -eq 1 ] || { echo "$# accounts have a number like this, not one" >&2; exit 1; }
answer=$(ask POST "users/$1/suspend")
succeeded "$answer"
echo "account $1 is suspended"
