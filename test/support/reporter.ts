import { PassThrough, Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';
import { NO_BROWSER } from './find-browser.ts';

/**
 * The report of `npm test`: Node's own, and a last line where tests were skipped for want of a browser. Node reports
 * files in order, and so a failure only when all files before it have ended: here it is told at once.
 */
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let skipped = 0;
  const counted = async function* () {
    for await (const event of source) {
      if (event.type === 'test:complete' && !event.data.details.passed) process.stdout.write(failure(event.data));
      if (event.type === 'test:pass' && event.data.skip === NO_BROWSER) skipped += 1;
      yield event;
    }
  };
  yield* Readable.from(counted())
    .pipe(new spec())
    .pipe(new PassThrough({ encoding: 'utf8' }));
  if (skipped > 0) yield `${skipped} browser tests were skipped, because ${NO_BROWSER}.\n`;
}

type Completed = Extract<TestEvent, { type: 'test:complete' }>['data'];

function failure({ name, details }: Completed): string {
  // What contains it fails with it.
  const { error } = details;
  if (error === undefined || /subtests? failed$/.test(error.message)) return '';
  return `\n✖ FAILED: ${name}\n${error.message}\n\n`;
}
