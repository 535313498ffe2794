import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from 'playwright-core';

/** Everything here happens on this machine: what takes longer than this, however busy it is, does not happen. */
const PATIENCE_MS = 15_000;

interface Visited {
  /** Paths given to `goto` are of this address. The `baseURL` of a profile would do the same, but stays that of its first visit. */
  readonly url: string;
  /** What its pages may ask for something. */
  readonly origins: readonly string[];
}

/** A profile of a browser (a context, in Playwright's words): its tabs share cookies and what is stored. */
export interface Profile {
  readonly context: BrowserContext;
  begin(visit: Visited): void;
  /** Closes its tabs and forgets all that they left. Returns what they did that no page may do. */
  end(): Promise<string[]>;
  /** Whether it is as good as new by then. Routes and scripts would stay too: tests add them to a page, not to the context. */
  canBeUsedAgain(): boolean;
}

/**
 * A tab that stays open keeps the profile's process, with all scripts that it has compiled: a visit in a profile that was used before takes two thirds of
 * the processor time, a check by axe half of it.
 */
export async function createProfile(browser: Browser, options: BrowserContextOptions): Promise<Profile> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  let visited: Visited = { url: '', origins: [] };
  context.on('page', (page) => {
    const goto = page.goto.bind(page);
    page.goto = (path, options) => goto(new URL(path, visited.url).href, options);
  });
  let hasOwnTime = false;
  const install = context.clock.install.bind(context.clock);
  // For all pages of the profile, for good.
  context.clock.install = (time) => {
    hasOwnTime = true;
    return install(time);
  };
  const complaints: string[] = [];
  watch(context, complaints, (origin) => visited.origins.includes(origin));
  const kept = await context.newPage();
  const devtools = await context.newCDPSession(kept);
  return {
    context,
    begin(visit) {
      visited = visit;
    },
    async end() {
      for (const page of context.pages()) if (page !== kept) await page.close();
      const stored = visited.origins.filter((origin) => origin !== 'null');
      await Promise.all([context.clearPermissions(), ...stored.map(forget(devtools))]);
      return complaints.splice(0);
    },
    canBeUsedAgain: () => Object.keys(options).length === 0 && !hasOwnTime,
  };
}

const forget = (devtools: CDPSession) => (origin: string) =>
  devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });

/** On no page may a script fail, the security policy be broken or another host be asked for anything. */
function watch(context: BrowserContext, complaints: string[], isAllowed: (origin: string) => boolean): void {
  context.on('weberror', (event) => complaints.push(`script error: ${event.error().message}`));
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) complaints.push(message.text());
  });
  context.on('request', (request) => {
    if (!isAllowed(new URL(request.url()).origin)) complaints.push(`third-party request: ${request.url()}`);
  });
}
