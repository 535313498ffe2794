import assert from 'node:assert/strict';

/** Every sample by its name and labels, from a text that is held to the format as strictly as Prometheus would. */
export function parseMetrics(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  const types = new Map<string, string>();
  assert.ok(text.endsWith('\n'), 'the last line ends');
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) ([a-z_]+) (.+)$/.exec(line) ?? [];
    if (kind === 'TYPE') {
      assert.ok(!types.has(name), `${name} is one group`);
      assert.match(rest, /^(counter|gauge|histogram)$/);
      types.set(name, rest);
    }
    if (kind !== undefined) continue;
    const [, sample = '', family = '', value] =
      /^(([a-z_]+?)(?:\{(?:[a-z]+="[^"\\\n]*",?)+\})?) (\d[\d.e+-]*)$/.exec(line) ?? [];
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
