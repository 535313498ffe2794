import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { CHECKS } from '../../src/cli/doctor/checks.ts';
import { createTestDatabase } from '../support/databases.ts';
import { freePort } from '../support/free-port.ts';
import { scrape } from '../support/metrics.ts';
import { type MetricReference, metricsIn, missingFrom } from '../support/promql.ts';
import { registration, startService } from '../support/service.ts';
import { createServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';
import { workerPids } from '../support/worker-log.ts';

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The expressions of the panels, and of the variables to choose from. */
const inDashboard = (): string[] => {
  const { panels, templating } = JSON.parse(file('deploy/grafana-dashboard.json')) as {
    panels: { targets?: { expr: string }[] }[];
    templating: { list: { query: string | { query: string } }[] };
  };
  return [
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...templating.list.map(({ query }) => (typeof query === 'string' ? query : query.query)),
  ];
};

/** From `expr:` to the next member of the rule. */
const inRules = (): string[] =>
  [...file('deploy/alerts.yml').matchAll(/^ +expr: (.+(?:\n {10,}.+)*)/gm)].map(([, expression = '']) => expression);

/** The items of the list: `name{label,label}`. */
const inDocument = (): MetricReference[] =>
  [...file('docs/watch.md').matchAll(/^- `([a-z0-9_]+)(?:\{([a-z,]+)\})?`/gm)].map(([, name = '', labels]) => ({
    name,
    labels: Object.fromEntries((labels?.split(',') ?? []).map((label) => [label, []])),
  }));

it('the dashboard, the alert rules and the document name metrics and labels of a service with workers', async (t) => {
  const [port, database] = [await freePort(), await createTestDatabase(t, 'postgres')];
  const settings = {
    ...{ METRICS_PORT: String(port), WORKERS: '2', DATABASE_POOL: '3', DATABASE_URL: database.url },
    ...{ LOG_FORMAT: 'json', MAX_FAILED_LOGINS: '1', MAX_EMAIL_BURST: '1' },
    OPENID_PROVIDERS: `Corp http://127.0.0.1:${await freePort()} id secret`,
    // Nobody listens there, and no request notices.
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
  };
  const service = await createServiceProcess(t, { settings });
  await service.start();
  await until('both serve', () => workerPids(service).length === 2);

  // Each on a connection of its own: the primary hands them to its workers in turn.
  const login = (password: string, email: string) =>
    service.request('POST', '/api/login', { body: { email, password }, headers: { connection: 'close' } });
  const { email, password, ...rest } = registration();
  assert.equal((await service.request('POST', '/api/register', { body: { email, password, ...rest } })).status, 201);
  assert.deepEqual([(await login(password, email)).status, (await login('Wrong-one-1', email)).status], [403, 401]);
  assert.equal((await login('Wrong-one-1', email)).status, 429);
  for (let asked = 0; asked < 3; asked += 1)
    await service.request('POST', '/api/forgot-password', { body: { email: 'stranger@example.com' } });

  await until('the doctor has looked', async () =>
    [...(await scrape(port)).keys()].some((name) => /doctor/.test(name)),
  );
  const samples = await scrape(port);
  const found = (check: string, state: string) =>
    samples.get(`latchkey_doctor_findings{check="${check}",state="${state}"}`);
  for (const check of CHECKS) assert.ok(found(check, 'warning') !== undefined, check);
  // Its DATA_DIR is private, and nobody serves https://app.example.com.
  assert.deepEqual([found('files', 'fault'), found('database', 'fault'), found('frontend', 'fault')], [0, 0, 1]);
  const expected = {
    'latchkey_check_passed{check="data-keys"}': 1,
    'latchkey_check_passed{check="signing-keys"}': 1,
    latchkey_ready: 1,
    latchkey_processes: 2,
    latchkey_processes_configured: 2,
    latchkey_worker_deaths_total: 0,
    latchkey_database_up: 1,
    latchkey_database_connections_max: 6,
    latchkey_mail_server_up: 1,
    'latchkey_logins_total{method="password",outcome="success"}': 0,
    'latchkey_logins_total{method="password",outcome="account_not_active"}': 1,
    'latchkey_logins_total{method="password",outcome="invalid_credentials"}': 1,
    'latchkey_logins_total{method="password",outcome="too_many_attempts"}': 1,
    'latchkey_throttled_total{limit="passwords"}': 1,
    'latchkey_throttled_total{limit="emails"}': 2,
  };
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, samples.get(name)])), expected);
  for (const use of ['signing', 'data']) {
    const age = samples.get(`latchkey_key_age_seconds{use="${use}"}`);
    assert.ok(age !== undefined && age < 600, `${use}: ${age}`);
  }
  assert.ok(Number(samples.get('nodejs_eventloop_lag_max_seconds')) < 60);

  // What only the embedded database has.
  const embedded = await (await startService(t, 'sqlite')).metrics();
  const checks = embedded.find(({ name }) => name === 'latchkey_check_passed')?.samples ?? [];
  const names = [...samples.keys(), ...checks.map(([suffix]) => `latchkey_check_passed${suffix}`)];
  for (const expressions of [inDashboard(), inRules()]) {
    const named = expressions.flatMap(metricsIn);
    assert.ok(named.length > 20, String(named.length));
    assert.deepEqual(
      named.map((one) => missingFrom(names, one)).filter((missing) => missing !== undefined),
      [],
    );
  }
  const families = new Set(names.map((name) => /^[a-z0-9_]+?(?=(_bucket|_sum|_count)?(\{|$))/.exec(name)?.[0] ?? ''));
  const documented = inDocument();
  assert.deepEqual(documented.map(({ name }) => name).toSorted(), [...families].toSorted());
  const buckets = (name: string) => (names.includes(`${name}_count`) ? name : `${name}_bucket`);
  for (const { name, labels } of documented) {
    const isHistogram = names.some((sample) => sample.startsWith(`${name}_bucket`));
    assert.equal(missingFrom(names, { name: isHistogram ? buckets(name) : name, labels }), undefined);
  }

  const [lost = 0] = workerPids(service);
  process.kill(lost, 'SIGKILL');
  await until('its death is counted', async () => (await scrape(port)).get('latchkey_worker_deaths_total') === 1);
});
