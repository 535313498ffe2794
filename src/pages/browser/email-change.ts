import { call, type Reply } from './api.ts';
import { ButtonForm } from './forms/link-forms.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { offerMailbox } from './mail-provider.ts';
import { isDeadLink, judge, showDeadLink, takeMailedLink } from './mailed-link.ts';
import { byId, fillIn, pageIsReady, showPanel } from './page.ts';
import { showReview } from './reverted-ways-in.ts';

interface LinkPage {
  readonly purpose: string;
  readonly path: string;
  /** Panels for this page's refusals, by X-Error-Code. */
  readonly refusals: Readonly<Record<string, string>>;
}

/** A page of a change of address: judges the link, waits for the button, and shows the result in a panel. */
export function handleLinkPage({ purpose, path, refusals }: LinkPage): void {
  const { token, email } = takeMailedLink();

  const succeeded = ({ result, data }: Reply): void => {
    const note = new URLSearchParams(email === '' ? {} : { email });
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-login]')) link.hash = note.toString();
    offerMailbox(email);
    showReview(data);
    showPanel(result === 'already_changed' ? 'already' : 'done');
  };
  const refused = ({ code }: Reply): true | undefined => {
    const panel = new Map(Object.entries(refusals)).get(code);
    if (panel !== undefined) showPanel(panel);
    else if (isDeadLink(code)) showDeadLink(token, purpose);
    else return undefined;
    return true;
  };

  hydrateForm('link-form', ButtonForm, { send: () => call('POST', path, { token }), succeeded, refused });
  if (judge(token, purpose) !== 'usable') showDeadLink(token, purpose);
  else if (email !== '') fillIn(byId('ask', HTMLElement), { email });
  pageIsReady();
}
