import { request } from 'node:https';
import { setTimeout } from 'node:timers/promises';

export const SUITE = 'https://localhost.emobix.co.uk:8443';

/** The suite on this machine, whose certificate is its own: nothing else is asked this way. */
const ask = (method: string, path: string, body?: object): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const headers = { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) };
    const sent = request(`${SUITE}/api/${path}`, { method, headers, rejectUnauthorized: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        const { statusCode = 0 } = response;
        if (statusCode >= 300) reject(new Error(`the suite answered ${statusCode} to ${path}: ${text.slice(0, 300)}`));
        else resolve(text === '' ? undefined : JSON.parse(text));
      });
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
  });

export interface Plan {
  readonly name: string;
  readonly variant: Readonly<Record<string, string>>;
}

interface Module {
  readonly testModule: string;
  readonly variant?: object;
}

export async function untilSuiteIsUp(): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const isUp = await ask('GET', 'runner/available').then(
      () => true,
      () => false,
    );
    if (isUp) return;
    if (attempt === 60) throw new Error(`no conformance suite answers at ${SUITE} after five minutes`);
    await setTimeout(5000);
  }
}

/** Runs all modules of a plan, one after the other; `visit` does what a person would do at an address. */
export async function runPlan(
  { name, variant }: Plan,
  configuration: object,
  visit: (url: string) => Promise<void>,
): Promise<{ readonly module: string; readonly result: string }[]> {
  const parameters = new URLSearchParams({ planName: name, variant: JSON.stringify(variant) });
  const plan = (await ask('POST', `plan?${parameters}`, configuration)) as { id: string; modules: Module[] };
  const results: { module: string; result: string }[] = [];
  for (const { testModule: test, variant: own } of plan.modules) {
    const query = new URLSearchParams({ test, plan: plan.id, ...(own && { variant: JSON.stringify(own) }) });
    const { id } = (await ask('POST', `runner?${query}`)) as { id: string };
    results.push({ module: test, result: await finish(id, visit) });
  }
  return results;
}

/** Some modules want a picture of a page to be looked at: those wait for a person in the suite's own pages. */
const MAX_MS = 120_000;

async function finish(id: string, visit: (url: string) => Promise<void>): Promise<string> {
  const visited = new Set<string>();
  for (const untilMs = Date.now() + MAX_MS; Date.now() < untilMs; await setTimeout(1000)) {
    const { status, result } = (await ask('GET', `info/${id}`)) as { status: string; result?: string };
    if (status === 'FINISHED' || status === 'INTERRUPTED') return result ?? status;
    if (status === 'CONFIGURED') await ask('POST', `runner/${id}`);
    const { browser } = (await ask('GET', `runner/${id}`)) as { browser?: { urls?: string[] } };
    for (const url of browser?.urls ?? []) {
      if (visited.has(url)) continue;
      visited.add(url);
      await ask('POST', `runner/browser/${id}/visit?${new URLSearchParams({ url })}`);
      await visit(url);
    }
  }
  return `waits for a person at ${SUITE}/log-detail.html?log=${id}`;
}
