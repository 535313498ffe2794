import { claimsOf } from '../../../client/src/claims.ts';
import { PURPOSES, type Purpose } from '../../declare/purposes-and-lifetimes.ts';
import { below } from '../../pages/browser/base-path.ts';
import { watchInbox } from './inbox.tsx';
import './swagger-ui.ts';

const dark = matchMedia('(prefers-color-scheme: dark)');
const followTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followTheme);
followTheme();

const viewer = globalThis.SwaggerUIBundle({
  url: below('/openapi.json'),
  dom_id: '#reference',
  deepLinking: true,
  displayOperationId: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  filter: true,
  validatorUrl: null,
  responseInterceptor(answer) {
    const { data } = Object(answer.body) as { readonly data?: unknown };
    const { access_token: token } = Object(data) as { readonly access_token?: unknown };
    if (typeof token === 'string') useToken(token);
    return answer;
  },
});

const isPurpose = (name: string): name is Purpose => Object.hasOwn(PURPOSES, name);
/** The purposes of tokens that a login issues, of which the last one counts. */
const OF_SESSIONS: readonly Purpose[] = ['auth', 'factor_setup', 'acting'];

/** Sends the token with every operation that accepts its purpose. Kept in memory only. */
function useToken(token: string): void {
  const { purpose = '' } = claimsOf(token);
  if (!isPurpose(purpose)) return;
  if (OF_SESSIONS.includes(purpose)) viewer.authActions.logout(OF_SESSIONS.map((name) => PURPOSES[name].scheme));
  viewer.preauthorizeApiKey(PURPOSES[purpose].scheme, token);
}

const inbox = document.getElementById('inbox');
if (inbox) watchInbox(inbox, useToken);
