import assert from 'node:assert/strict';
import { toPrometheusText } from '../../src/monitoring/prometheus-text.ts';
import type { Service } from './service.ts';

/** Every sample by its name and labels, from a text that is held to the format as strictly as Prometheus would. */
export function parseMetrics(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  const types = new Map<string, string>();
  assert.ok(text.endsWith('\n'), 'the last line ends');
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) ([a-z0-9_]+) (.+)$/.exec(line) ?? [];
    if (kind === 'TYPE') {
      assert.ok(!types.has(name), `${name} is one group`);
      assert.match(rest, /^(counter|gauge|histogram)$/);
      types.set(name, rest);
    }
    if (kind !== undefined) continue;
    const [, sample = '', family = '', value] =
      /^(([a-z0-9_]+?)(?:\{(?:[a-z]+="[^"\\\n]*",?)+\})?) (\d[\d.e+-]*)$/.exec(line) ?? [];
    assert.ok(value !== undefined, `no sample: ${line}`);
    const type = types.get(family) ?? types.get(family.replace(/_(bucket|sum|count)$/, ''));
    assert.ok(type !== undefined, `${family} has no type`);
    assert.ok(!samples.has(sample), `${sample} is there once`);
    samples.set(sample, Number(value));
  }
  return samples;
}

export async function scrape(port: number): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  return parseMetrics(await response.text());
}

/** How often the limit of e-mails has refused somebody, or held one back. */
export const refusedForEmails = async (service: Service): Promise<number> =>
  parseMetrics(toPrometheusText(await service.metrics())).get('latchkey_throttled_total{limit="emails"}') ?? 0;

export interface HashingLoad {
  readonly running: number;
  readonly waiting: number;
  /** Since the start. */
  readonly done: number;
}

/** Of the password hashes of this service. */
export async function hashingLoad(service: Service): Promise<HashingLoad> {
  const samples = parseMetrics(toPrometheusText(await service.metrics()));
  const value = (name: string) => samples.get(`latchkey_password_hashes_${name}`) ?? 0;
  return { running: value('running'), waiting: value('waiting'), done: value('total{outcome="done"}') };
}
