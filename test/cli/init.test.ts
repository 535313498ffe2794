import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { ROUTES } from '../../src/app/routes.ts';
import { init, installationAt } from '../../src/cli/init.ts';
import { PROXIES } from '../../src/cli/production-files.ts';
import { readConfig } from '../../src/config/config.ts';
import { parseEnvironmentFile } from '../../src/config/environment-file.ts';
import { SERVED } from '../../src/features/openid/provider/paths.ts';
import { cleanUpAfter, type Lifetime } from '../support/clean-up.ts';
import { runCommand } from '../support/command.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DOMAIN = ['--domain', 'accounts.acme.test'];
const SMTP = ['--smtp', 'smtp://user:p$a"s\\s@mail.acme.test:587'];

function newFolder(t: Lifetime): string {
  const parent = mkdtempSync(join(tmpdir(), 'latchkey-init-'));
  cleanUpAfter(t, () => rmSync(parent, { recursive: true, force: true }));
  return join(parent, 'production');
}

describe('latchkey init', () => {
  it('writes settings that the service takes, units and a proxy file, and overwrites nothing', async (t) => {
    const folder = newFolder(t);
    const { code, stdout, stderr } = await runCommand(['init', folder, ...DOMAIN, ...SMTP], {});
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`systemctl enable --now ${folder}/latchkey.service`));
    const file = join(folder, 'latchkey.env');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const config = readConfig(parseEnvironmentFile(readFileSync(file, 'utf8')), 1);
    assert.deepEqual(
      [config.production, config.frontendUrl, config.smtpUrl, config.mailFrom, config.trustProxy],
      [true, 'https://accounts.acme.test', SMTP[1], 'accounts@accounts.acme.test', ['127.0.0.1']],
    );
    assert.equal(config.dataKeys.length, 1);
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    assert.match(read('latchkey.service'), new RegExp(`^ExecStart=${ROOT}/bin/latchkey\n(.*\n)*.*File=${file}$`, 'm'));
    assert.match(read('latchkey.service'), new RegExp(`^MemoryMax=${512 + 256 * availableParallelism()}M$`, 'm'));
    assert.match(read('nginx.conf'), /\{\n.*\n.*\n {4}server 127\.0\.0\.1:3000 max_fails=0;\n {4}keepalive/);
    const unit = read('latchkey-backup.service');
    assert.match(unit, new RegExp(`^ExecStart=${ROOT}/bin/latchkey backup --into .*\nEnvironmentFile=${file}$`, 'm'));
    assert.match(unit, /^DynamicUser=yes\nUser=latchkey$/m);
    const written = read('latchkey.service') + unit + read('nginx.conf');
    assert.doesNotMatch(written, /example\.com|10\.0\.0|\/opt\/|\/etc\/latchkey/);

    const before = read('latchkey.env');
    const again = await runCommand(['init', folder, ...DOMAIN, ...SMTP, '--proxy', 'caddy'], {});
    assert.match(again.stderr, /^latchkey: init: .*latchkey\.env already exists. Nothing was written\n$/);
    assert.deepEqual([read('latchkey.env'), readdirSync(folder).length], [before, 5]);
  });

  for (const [proxy, file] of Object.entries(PROXIES)) {
    it(`writes ${file} for this domain and the one instance on this machine`, async (t) => {
      const folder = newFolder(t);
      const { code, stdout } = await runCommand(
        ['init', folder, ...DOMAIN, ...SMTP, '--proxy', proxy, '--port=3105'],
        {},
      );
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`${folder}/${file}`));
      const text = readFileSync(join(folder, file), 'utf8');
      assert.doesNotMatch(text, /example\.com|10\.0\.0/);
      assert.equal(text.match(/127\.0\.0\.1:3105/g)?.length, 1);
      assert.match(text, /accounts\.acme\.test/);
      assert.match(text, /"message":"The service is not available\./, 'in the envelope');
    });
  }

  it('asks for what is missing at a terminal, and writes what it is told', async (t) => {
    const folder = newFolder(t);
    const asked: string[] = [];
    const told = [
      '',
      'smtps://mail.acme.test',
      'Acme <hello@acme.test>',
      'postgres://latchkey:pw@db.acme.test/latchkey',
    ];
    const ask = async (question: string) => {
      asked.push(question);
      return told[asked.length - 1] ?? '';
    };
    const options = { domain: 'acme.test', user: 'accounts', port: '3105' };
    await init({ args: [folder], options, ask, print: () => {}, note: () => {}, nowMs: Date.now });
    assert.deepEqual(
      asked.map((question) => question.split(/[,:[]/)[0]?.trim()),
      ['The proxy in front', 'The mail server', 'The sender of e-mails', 'The database'],
    );
    const settings = parseEnvironmentFile(readFileSync(join(folder, 'latchkey.env'), 'utf8'));
    assert.deepEqual([settings.DATABASE_URL, settings.MAIL_FROM, settings.PORT], [told[3], told[2], '3105']);
    for (const unit of ['latchkey.service', 'latchkey-backup.service'])
      assert.deepEqual(readFileSync(join(folder, unit), 'utf8').match(/^(Dynamic)?User=.*$/gm), ['User=accounts']);
    assert.match(readFileSync(join(folder, 'nginx.conf'), 'utf8'), /server 127\.0\.0\.1:3105 /);
  });

  it('leads to the link that an upgrade changes, where there is one', (t) => {
    const opt = newFolder(t);
    mkdirSync(join(opt, 'latchkey-1.0.0'), { recursive: true });
    assert.equal(installationAt(join(opt, 'latchkey-1.0.0')), join(opt, 'latchkey-1.0.0'));
    symlinkSync('latchkey-1.0.0', join(opt, 'latchkey'));
    assert.equal(installationAt(join(opt, 'latchkey-1.0.0')), join(opt, 'latchkey'));
  });

  it('refuses in one line what the service would refuse, and writes nothing', async (t) => {
    const folder = newFolder(t);
    const refusals = [
      [[...DOMAIN], /^latchkey: init: --smtp is missing, see latchkey init --help\n$/],
      [
        ['--domain', 'acme.test/x', ...SMTP],
        /^latchkey: init: acme\.test\/x is not a domain\. Below a path of a host:/,
      ],
      [['--domain', 'acme.test;}', ...SMTP], /^latchkey: init: acme\.test;\} is not a domain/],
      [['--domain', 'acme.test:8443', ...SMTP], /^latchkey: init: acme\.test:8443 is not a domain/],
      [[...DOMAIN, '--smtp', 'mail.acme.test'], /^latchkey: SMTP_URL must .*Example: .*\n$/],
      [[...DOMAIN, ...SMTP, '--proxy', 'iis'], /^latchkey: init: --proxy is nginx, apache or caddy, not iis\n$/],
    ] as const;
    for (const [args, line] of refusals) assert.match((await runCommand(['init', folder, ...args], {})).stderr, line);
    const shell = await runCommand(['init', `${folder}$(id)`, ...DOMAIN, ...SMTP], {});
    assert.match(shell.stderr, /has a character that systemd or a shell reads otherwise\n$/);
    assert.equal(existsSync(folder), false);
  });
});

it('the proxies of deploy/ pass on no id of a request and no trace that a stranger has chosen', () => {
  for (const [file, id, trace] of [
    ['nginx.conf', /proxy_set_header X-Request-Id \$request_id;/, /proxy_set_header traceparent "";/],
    ['nginx-admin.conf', /proxy_set_header X-Request-Id \$request_id;/, /proxy_set_header traceparent "";/],
    ['apache.conf', /RequestHeader unset X-Request-Id/, /RequestHeader unset traceparent/],
    ['Caddyfile', /header_up X-Request-Id \{http\.request\.uuid\}/, /header_up -traceparent/],
    ['haproxy.cfg', /http-request set-header X-Request-Id %\[uuid\(\)\]/, /http-request del-header traceparent/],
  ] as const) {
    const text = readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
    assert.match(text, id, file);
    assert.match(text, trace, file);
  }
});

it('the proxies of deploy/ log no id of a login on its way to an app, wherever the service is below', () => {
  const textOf = (file: string) => readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
  const nginx = textOf('nginx.conf');
  const inNginx = new RegExp(/"~(\S+)" "\$\{latchkey_route\}:id";/.exec(nginx)?.[1] ?? 'none');
  assert.match(nginx, /log_format latchkey '[^;]* \$latchkey_path [^;]*;/);
  assert.doesNotMatch(nginx, /log_format[^;]*(\$uri|\$request_uri|\$request |\$args|\$http_referer|\$http_cookie)/);
  const [, pattern = 'none', replacement = ''] = /request>uri regexp "(\S+)" "(\S+)"/.exec(textOf('Caddyfile')) ?? [];
  const apache = textOf('apache.conf');
  const inApache = new RegExp(/^SetEnvIf Request_URI "(\S+)" latchkey_path=\$1:id$/m.exec(apache)?.[1] ?? 'none');
  assert.match(apache, /^LogFormat "[^"]* %\{latchkey_path\}e [^"]*" latchkey$/m);
  assert.doesNotMatch(apache, /LogFormat.*(%r|%U|%q|%\{(Referer|Cookie|Location)\})/);
  const paths = [...ROUTES.map(({ path }) => path), ...Object.keys(SERVED)].filter((path) => path.includes(':uid'));
  assert.ok(paths.length > 3);
  for (const path of paths) {
    for (const logged of [path, `/auth${path}`].map((one) => one.replace(':uid', 'an-id'))) {
      assert.ok(!inNginx.exec(logged)?.[1]?.includes('an-id'), `nginx ${logged}`);
      assert.match(logged, inNginx);
      assert.match(logged, inApache);
      assert.ok(!inApache.exec(logged)?.[1]?.includes('an-id'), `Apache ${logged}`);
      const inCaddy = `${logged}?token=secret`.replaceAll(new RegExp(pattern, 'g'), replacement);
      assert.doesNotMatch(inCaddy, /an-id|secret/);
    }
  }
  for (const host of apache.split('<VirtualHost').slice(1)) assert.match(host, /^ {4}CustomLog \S+ latchkey$/m);
  // Every server has a log of its own: the default one repeats the whole request.
  for (const file of ['nginx.conf', 'nginx-admin.conf'])
    for (const server of textOf(file)
      .split(/^server \{/m)
      .slice(1))
      assert.match(server, /^ {4}access_log \S+ latchkey;/m, file);
});
