import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ExportRunning } from '../../src/api/errors.ts';
import { createExports } from '../../src/api/one-export-at-a-time.ts';

async function* texts() {
  yield 'a';
}

const readAll = async ({ stream }: { stream: AsyncIterable<string> }) => {
  for await (const _ of stream);
};

describe('the place of an export', () => {
  const make = async () => ({ stream: texts() });
  const RUNNING = { declaration: ExportRunning };

  it('is free when the file is read, when its client is gone and when it could not be made', async () => {
    const exports = createExports();
    await readAll(await exports.begin('ada', make));
    (await exports.begin('ada', make)).done();
    await assert.rejects(
      exports.begin('ada', () => Promise.reject(new Error('no database'))),
      /no database/,
    );
    await exports.begin('ada', make);
    await assert.rejects(exports.begin('ada', make), RUNNING);
    await exports.begin('eve', make);
  });

  it('is not given away by an export that ended before: its connection closes after its last byte', async () => {
    const exports = createExports();
    const first = await exports.begin('ada', make);
    await readAll(first);
    await exports.begin('ada', make);
    first.done();
    await assert.rejects(exports.begin('ada', make), RUNNING);
  });
});
