import { fill } from '../../texts/fill.ts';
import { serverNowMs } from '../page.ts';
import { post, put, type Refused } from './admin-api.ts';
import type { Client, ClientWithSecret } from './answers.ts';
import { AppFields, membersIn } from './app-fields.tsx';
import { openDialog } from './components/dialog.tsx';
import { DialogForm, type Problem, problemOf, SelectField } from './components/form.tsx';
import { showSecret } from './components/secret-dialog.tsx';
import { toast } from './components/toasts.tsx';
import { textsOf } from './texts.ts';

const texts = textsOf('apps');
export const CLIENTS = '/api/admin/clients';
const pathOf = ({ id }: Client): string => `${CLIENTS}/${id}`;

/** Each resolves with whether the list has to be read again. */
export async function makeApp(): Promise<boolean> {
  const made = await openDialog<ClientWithSecret>({
    title: texts.make,
    lead: texts.makeLead,
    isWide: true,
    content: (close) => (
      <DialogForm
        label={texts.make}
        cancel={close}
        send={async (values) => {
          const fixed = { confidential: values.get('kind') === 'confidential', pairwise: values.has('pairwise') };
          const reply = await post<ClientWithSecret>(CLIENTS, { ...membersIn(values), ...fixed });
          if (!reply.ok) return problemWith(reply, values);
          close(reply.data);
          return undefined;
        }}
      >
        <AppFields />
      </DialogForm>
    ),
  });
  if (!made) return false;
  await showSecretOf(made);
  toast(fill(texts.made, { name: made.client.name }));
  return true;
}

export async function changeApp(app: Client): Promise<boolean> {
  const changed = await openDialog<Client>({
    title: fill(texts.changeTitle, { name: app.name }),
    isWide: true,
    content: (close) => (
      <DialogForm
        label={texts.save}
        cancel={close}
        send={async (values) => {
          const reply = await put<Client>(pathOf(app), membersIn(values));
          if (!reply.ok) return problemWith(reply, values);
          close(reply.data);
          return undefined;
        }}
      >
        <AppFields app={app} />
      </DialogForm>
    ),
  });
  if (changed) toast(fill(texts.changed, { name: changed.name }));
  return changed !== undefined;
}

export async function rotateSecret(app: Client): Promise<boolean> {
  const rotated = await openDialog<ClientWithSecret>({
    title: fill(texts.rotateTitle, { name: app.name }),
    lead: texts.rotateLead,
    content: (close) => (
      <DialogForm
        label={texts.rotate}
        cancel={close}
        send={async (values) => {
          const overlap = { overlap_seconds: Number(values.get('overlap')) };
          const reply = await post<ClientWithSecret>(`${pathOf(app)}/secret`, overlap);
          if (!reply.ok) return problemWith(reply, values);
          close(reply.data);
          return undefined;
        }}
      >
        {isStillUsed(app.previous_secret_expires_at) && <p class="small">{texts.olderEnds}</p>}
        <SelectField name="overlap" label={texts.overlap} choices={OVERLAPS} value={USUAL_OVERLAP} />
      </DialogForm>
    ),
  });
  if (rotated) await showSecretOf(rotated);
  return rotated !== undefined;
}

const isStillUsed = (expiresAt: string | null): boolean => expiresAt !== null && Date.parse(expiresAt) > serverNowMs();

const USUAL_OVERLAP = '86400';
/** The longest first: nobody is locked out by mistake. */
const OVERLAPS = Object.entries(texts.overlapChoices)
  .map(([value, label]) => ({ value, label }))
  .reverse();

async function showSecretOf({ client: { id }, client_secret: secret }: ClientWithSecret): Promise<void> {
  if (secret === null) return;
  await showSecret({ title: texts.secretTitle, lead: fill(texts.secretLead, { id }), secret, done: texts.done });
}

/** The rule that a field breaks, in the language of the page. */
function problemWith(reply: Refused, values: FormData): Problem | undefined {
  const { code, field, message } = reply;
  if (code === 'client_not_found') return { text: texts.gone };
  if (code === 'too_many_clients') return { text: texts.tooMany };
  const isNative = field === 'redirect_uris' && values.get('kind') === 'native';
  const rules: Readonly<Record<string, string>> = texts.wrong;
  const rule = rules[isNative ? 'redirect_uris_native' : field];
  if (code !== 'invalid_field' || rule === undefined) return problemOf(reply);
  // Of a list, the service quotes the address that is at fault.
  const [, address] = /, not "(.+)"$/.exec(message) ?? [];
  return { field, text: address === undefined ? rule : `${rule} ${fill(texts.wrongAddress, { address })}` };
}
