import { type Browser, chromium } from 'playwright-core';
import { type FoundBrowser, findBrowser, NO_BROWSER } from './find-browser.ts';
import { type Program, unpackChromium } from './packed-chromium.ts';
import { hasRoomInMemory } from './quick-folder.ts';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  // The tabs of a visitor share a process, and none is started in advance.
  '--renderer-process-limit=1',
];

/** Playwright keeps shared memory out of /dev/shm, which is small in many containers; on a disk it is slow. */
const NOT_NEEDED = hasRoomInMemory() ? ['--disable-dev-shm-usage'] : [];

export interface RunningBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** A real browser: that of the lockfile where it fits, one of this machine elsewhere. */
export async function startChromium(found: FoundBrowser | undefined = findBrowser()): Promise<RunningBrowser> {
  if (found === undefined) throw new Error(NO_BROWSER);
  const { path, env, remove } = found.kind === 'packed' ? await unpackChromium() : installed(found.path);
  const browser = await chromium.launch({
    executablePath: path,
    args: FLAGS,
    ignoreDefaultArgs: NOT_NEEDED,
    ...(env && { env }),
  });
  return {
    browser,
    async close() {
      await browser.close();
      remove();
    },
  };
}

const installed = (path: string): Omit<Program, 'env'> & { readonly env?: Program['env'] } => ({ path, remove() {} });
