import { call, type Reply } from './api.ts';
import type { Resource } from './describe-resource.ts';
import { byId, fillIn, metadata } from './page.ts';

/** The app that waits for a login. */
export interface Waiting {
  readonly app: {
    readonly name: string;
    readonly logo_url: string | null;
    /** The host of an unregistered app. */
    readonly host: string | null;
    readonly is_on_device: boolean;
    readonly leads_to: string;
  };
  readonly wants: 'login' | 'consent';
  readonly scopes: readonly string[];
  readonly resources: readonly Resource[];
  /** The address of the account that is asked for consent. */
  readonly email: string | null;
}

export const interactionPath = (): string => `/api/openid/interactions/${metadata('interaction')}`;

export const isForApp = metadata('interaction') !== '';

/** Names the app to register for, because the e-mail's link may be opened in another browser. */
export const withWaitingApp = (path: string): string =>
  isForApp ? `${path}?interaction=${metadata('interaction')}` : path;

/** Sends the cookie that identifies the browser. */
export const fetchWaitingApp = (): Promise<Reply> => call('GET', interactionPath(), { withCookies: true });

/** Shows the app. If it is unknown, stays silent: the login continues. */
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
