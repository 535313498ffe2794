import assert from 'node:assert/strict';
import { exec } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = resolve(import.meta.dirname, '..');
const PATH = `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { check: string } };

/** A test, so that it runs beside the others. */
describe('npm run check', () => {
  for (const command of scripts.check.split(' && ')) {
    it(command, async () => {
      const output = await new Promise((resolve) => {
        exec(command, { cwd: ROOT, env: { ...process.env, PATH } }, (error, ...streams) =>
          resolve(error ? streams.join('') || error.message : ''),
        );
      });
      assert.ok(output === '', `${output}`);
    });
  }
});
