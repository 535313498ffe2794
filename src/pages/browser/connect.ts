import { setOwner } from './account/owner.ts';
import { call, type Reply } from './api.ts';
import { refusalNotice, showNotice } from './components/notice.tsx';
import { describeResource, type ResourceWords } from './describe-resource.ts';
import { ButtonForm } from './forms/link-forms.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { byId, continueTo, navigate, pageIsReady, showPanel } from './page.ts';
import { resumeConfirmation, withRecentLogin } from './recent-login.ts';
import { request, resume, type User, whenEnded } from './session.ts';
import { isKept } from './token-store.ts';
import { fetchWaitingApp, interactionPath, showWaitingApp, type Waiting } from './waiting-app.ts';

/** The last step of a login for an app. Consent needs no session of this tab: a cookie identifies the browser. */
async function start(): Promise<void> {
  const reply = await fetchWaitingApp();
  if (!reply.ok) return showProblem(reply);
  const waiting = reply.data as Waiting;
  if (waiting.wants === 'consent') return askForConsent(waiting);
  const renewed = await resume();
  if (renewed.state === 'none') return continueTo('/login');
  if (renewed.state === 'unavailable') return showProblem(renewed.reply);
  const { user } = renewed;
  setOwner(user);
  await resumeConfirmation();
  if (!followReply(await withRecentLogin(() => logIn(user)))) continueTo('/login');
}

const logIn = (user: User): Promise<Reply> =>
  request(user, 'POST', interactionPath(), { keep: isKept() }, { withCookies: true });

const decide = (decision: 'allow' | 'deny'): Promise<Reply> =>
  call('POST', `${interactionPath()}/consent`, { body: { decision }, withCookies: true });

/** False if the user declined to log in again. */
function followReply(reply: Reply): boolean {
  if (reply.code === 'cancelled') return false;
  if (reply.ok) navigate((reply.data as { continue_at: string }).continue_at);
  else showProblem(reply);
  return true;
}

/** Shows why the login cannot continue. Not found: it expired, began elsewhere, or its address was cut off. */
function showProblem(reply: Reply): void {
  if (reply.status === 404) showPanel('expired');
  else showNotice('problem', refusalNotice(reply));
}

function askForConsent(waiting: Waiting): void {
  const { app, email } = waiting;
  const scopes = byId('scopes', HTMLElement);
  const words = JSON.parse(scopes.dataset.words ?? '{}') as Record<string, string> & ResourceWords;
  const lines = [
    ...waiting.resources.map((resource) => describeResource(resource, words)),
    ...waiting.scopes.map((scope) => words[scope] ?? scope),
  ];
  scopes.replaceChildren(
    ...lines.map((text) => {
      const line = document.createElement('li');
      line.textContent = text;
      return line;
    }),
  );
  const { host: address, protocol } = new URL(app.leads_to);
  const leadsTo = address === '' ? protocol : address;
  byId('stranger', HTMLElement).hidden = app.host === null;
  byId('on-device', HTMLElement).hidden = !app.is_on_device;
  byId('leads-to', HTMLElement).hidden = app.is_on_device || leadsTo === app.host;
  showPanel('consent', { app: app.name, email: email ?? '', host: app.host ?? '', address: leadsTo });
  showWaitingApp(waiting);
  hydrateForm('consent-form', ButtonForm, {
    send: () => decide('allow'),
    succeeded: (reply) => void followReply(reply),
    refused: (reply) => {
      if (reply.status !== 404) return undefined;
      showProblem(reply);
      return true;
    },
  });
  byId('deny', HTMLButtonElement).addEventListener('click', async () => {
    followReply(await decide('deny'));
  });
}

whenEnded(() => continueTo('/login'));
pageIsReady();
await start();
