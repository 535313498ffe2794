import type { Reply } from '../../pages/browser/api.ts';
import { SelectField } from '../../pages/browser/components/fields.tsx';
import type { Values } from '../../pages/browser/components/form.tsx';
import { notice } from '../../pages/browser/components/notice.tsx';
import { choicesOf } from '../../pages/browser/components/options.tsx';
import { serverNowMs } from '../../pages/browser/page.ts';
import { fill } from '../../pages/texts/fill.ts';
import { toast } from '../components/toasts.tsx';
import { post, put } from './admin-api.ts';
import type { Client, ClientWithSecret } from './answers.ts';
import { AppFields, membersIn } from './app-fields.tsx';
import { CLIENTS } from './app-kinds.ts';
import { ask, showSecret } from './form-dialogs.tsx';
import { textsOf } from './texts.ts';

const texts = textsOf('apps');
const pathOf = ({ id }: Client): string => `${CLIENTS}/${id}`;

// Each function resolves to true if the list has to be reloaded.

export async function makeApp(): Promise<boolean> {
  const made = await ask<ClientWithSecret>({
    title: texts.make,
    lead: texts.makeLead,
    isWide: true,
    action: texts.make,
    fields: <AppFields />,
    send(values, data) {
      const type = values.kind === 'confidential' ? 'confidential' : 'public';
      const fixed = { type, pairwise: data.has('pairwise') };
      return post(CLIENTS, { ...membersIn(values, data), ...fixed });
    },
    refused: problemWith,
  });
  if (!made) return false;
  await showSecretOf(made);
  toast(fill(texts.made, { name: made.client.name }));
  return true;
}

export async function changeApp(app: Client): Promise<boolean> {
  const changed = await ask<Client>({
    title: fill(texts.changeTitle, { name: app.name }),
    isWide: true,
    action: texts.save,
    fields: <AppFields app={app} />,
    send: (values, data) => put(pathOf(app), membersIn(values, data)),
    refused: problemWith,
  });
  if (changed) toast(fill(texts.changed, { name: changed.name }));
  return changed !== undefined;
}

export async function rotateSecret(app: Client): Promise<boolean> {
  const rotated = await ask<ClientWithSecret>({
    title: fill(texts.rotateTitle, { name: app.name }),
    lead: texts.rotateLead,
    action: texts.rotate,
    fields: (
      <>
        {isStillUsed(app.previous_secret_expires_at) && <p class="small">{texts.olderEnds}</p>}
        <SelectField name="overlap" label={texts.overlap} choices={OVERLAPS} value={DEFAULT_OVERLAP} />
      </>
    ),
    send: ({ overlap }) => post(`${pathOf(app)}/secret`, { overlap_seconds: Number(overlap) }),
    refused: problemWith,
  });
  if (rotated) await showSecretOf(rotated);
  return rotated !== undefined;
}

const isStillUsed = (expiresAt: string | null): boolean => expiresAt !== null && Date.parse(expiresAt) > serverNowMs();

const DEFAULT_OVERLAP = '86400';
/** The default is the longest overlap, because a short one may lock the app out. */
const OVERLAPS = choicesOf(texts.overlapChoices).reverse();

async function showSecretOf({ client: { id }, client_secret: secret }: ClientWithSecret): Promise<void> {
  if (secret === null) return;
  await showSecret({ title: texts.secretTitle, lead: fill(texts.secretLead, { id }), secret, done: texts.done });
}

/** Replaces the service's English message about a field. */
function problemWith({ code, field, message }: Reply, { kind }: Values) {
  if (code === 'client_not_found') return notice(texts.gone, 'danger');
  if (code === 'too_many_clients') return notice(texts.tooMany, 'danger');
  const rules: Readonly<Record<string, string>> = texts.wrong;
  const rule = rules[field === 'redirect_uris' && kind === 'native' ? 'redirect_uris_native' : field];
  if (code !== 'invalid_field' || rule === undefined) return undefined;
  // For lists, the message quotes the invalid address.
  const [, address] = /, not "(.+)"$/.exec(message ?? '') ?? [];
  return { field, text: address === undefined ? rule : `${rule} ${fill(texts.wrongAddress, { address })}` };
}
