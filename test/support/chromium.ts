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
  // The tabs of a visitor share a process, and none is started in advance: each takes as long to start as a page to load.
  '--renderer-process-limit=1',
];

/** Playwright's own flags keep memory that processes share out of /dev/shm, which is small in many containers. On a disk, each piece is a file that is made and removed. */
const NOT_NEEDED = hasRoomInMemory() ? ['--disable-dev-shm-usage'] : [];

/**
 * An installed browser has a window, even where nobody sees it, and opens two pages of its own in it, for what it proposes below the address line: with
 * them, a first visit in a new profile takes almost twice the processor time. Chromium knows one list of features that are off, so that of Playwright is
 * said again here.
 */
const FEATURES_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // From here on as in Playwright's chromiumSwitches.ts.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

export interface RunningBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** A real browser: that of the lockfile where it fits, one of this machine elsewhere. */
export async function startChromium(found: FoundBrowser | undefined = findBrowser()): Promise<RunningBrowser> {
  if (found === undefined) throw new Error(NO_BROWSER);
  const isPacked = found.kind === 'packed';
  const { path, env, remove } = isPacked ? await unpackChromium() : installed(found.path);
  const browser = await chromium.launch({
    executablePath: path,
    args: isPacked ? FLAGS : [...FLAGS, `--disable-features=${FEATURES_OFF}`],
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
