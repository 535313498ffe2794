import { call, type Reply } from './api.ts';
import { byId, fillIn, metadata } from './page.ts';
import type { Resource } from './resource-in-words.ts';

/** What the service says of the app that waits for a login. */
export interface Waiting {
  readonly app: {
    readonly name: string;
    readonly logo_url: string | null;
    /** Of an app that nobody has added: the host that it comes from. */
    readonly host: string | null;
    readonly is_on_device: boolean;
    readonly leads_to: string;
  };
  readonly wants: 'login' | 'consent';
  readonly scopes: readonly string[];
  readonly resources: readonly Resource[];
  /** Of the account that is asked for consent. */
  readonly email: string | null;
}

export const interactionPath = (): string => `/api/openid/interactions/${metadata('interaction')}`;

export const isForApp = metadata('interaction') !== '';

/** Says for which app an account is made: the link of the e-mail may be opened where nobody knows of it. */
export const withWaitingApp = (path: string): string =>
  isForApp ? `${path}?interaction=${metadata('interaction')}` : path;

/** The cookie goes along that says which browser the app has sent. */
export const fetchWaitingApp = (): Promise<Reply> => call('GET', interactionPath(), { withCookies: true });

/** Shows which app it is. Nothing is said where that is not known: the login goes on all the same. */
export function showWaitingApp({ app }: Waiting): void {
  const line = byId('waiting-app', HTMLElement);
  fillIn(line, { app: app.host === null ? app.name : `${app.name} (${app.host})` });
  if (app.logo_url !== null) {
    const logo = byId('waiting-app-logo', HTMLImageElement);
    logo.addEventListener('load', () => {
      logo.hidden = false;
    });
    logo.src = app.logo_url;
  }
  line.hidden = false;
}

export async function nameWaitingApp(): Promise<void> {
  if (!isForApp) return;
  const { ok, data } = await fetchWaitingApp();
  if (ok) showWaitingApp(data as Waiting);
}
