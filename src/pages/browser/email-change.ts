import { call, type Reply } from './api.ts';
import { ButtonForm } from './forms/link-forms.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { offerMailbox } from './mail-provider.ts';
import { isDeadLink, openMailedLink, showDeadLink, takeMailedLink } from './mailed-link.ts';
import { byId, fillIn, pageIsReady } from './page.ts';
import { earlierStep, showStep } from './page-state.ts';
import { showReview } from './reverted-ways-in.ts';

interface LinkPage {
  readonly purpose: string;
  readonly path: string;
  /** Panels for this page's refusals, by X-Error-Code. */
  readonly refusals: Readonly<Record<string, string>>;
}

/** A page of a change of address: judges the link, waits for the button, and shows the result in a panel. */
export async function handleLinkPage({ purpose, path, refusals }: LinkPage): Promise<void> {
  const link = takeMailedLink();
  const { token } = link;
  const email = link.email || (earlierStep()?.values.email ?? '');
  const note = new URLSearchParams(email === '' ? {} : { email });
  for (const login of document.querySelectorAll<HTMLAnchorElement>('a[data-login]')) login.hash = note.toString();
  offerMailbox(email);

  const succeeded = ({ result, data }: Reply): void => {
    showReview(data);
    showStep(result === 'already_changed' ? 'already' : 'done', { email });
  };
  const refused = ({ code }: Reply): true | undefined => {
    const panel = new Map(Object.entries(refusals)).get(code);
    if (panel !== undefined) showStep(panel, { email });
    else if (isDeadLink(code)) showDeadLink(token, purpose);
    else return undefined;
    return true;
  };

  hydrateForm('link-form', ButtonForm, { send: () => call('POST', path, { token }), succeeded, refused });
  if (email !== '') fillIn(byId('ask', HTMLElement), { email });
  await openMailedLink({
    ...{ token, email, purpose, details: `${path}/details`, ask: 'ask' },
    refused: (reply) => refused(reply) === true,
    show: (id) => showStep(id, { email }),
  });
  pageIsReady();
}
