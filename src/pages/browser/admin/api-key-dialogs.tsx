import { post } from './admin-api.ts';
import type { NewApiKey } from './answers.ts';
import { openDialog } from './components/dialog.tsx';
import { DialogForm, type Problem, problemOf, SelectField, TextField, useProblemOf } from './components/form.tsx';
import { showSecret } from './components/secret-dialog.tsx';
import { textsOf } from './texts.ts';

const texts = textsOf('apiKeys');
const DEFAULT_DAYS = '90';

/** Asks what the key is for, makes it and shows it once. Resolves with whether one was made. */
export async function makeApiKey(): Promise<boolean> {
  const key = await openDialog<string>({
    title: texts.make,
    lead: texts.makeLead,
    isWide: true,
    content: (close) => (
      <DialogForm label={texts.make} cancel={close} send={(values) => send(values, close)}>
        <TextField name="name" label={texts.name} hint={texts.nameHint} maxLength={100} />
        <Scopes />
        <SelectField
          name="days"
          label={texts.days}
          choices={Object.entries(texts.dayChoices).map(([value, label]) => ({ value, label }))}
          value={DEFAULT_DAYS}
        />
        <TextField name="networks" label={texts.networks} hint={texts.networksHint} spellcheck={false} />
      </DialogForm>
    ),
  });
  if (key === undefined) return false;
  await showSecret({ title: texts.madeTitle, lead: texts.madeLead, secret: key, done: texts.done });
  return true;
}

function Scopes() {
  const problem = useProblemOf('scopes');
  return (
    <fieldset class="scopes">
      <legend>{texts.scopes}</legend>
      {Object.entries(texts.scopeTexts).map(([scope, about]) => (
        <label key={scope} class="choice">
          <input type="checkbox" name="scopes" value={scope} />
          <span>
            {about} <span class="mono soft">{scope}</span>
          </span>
        </label>
      ))}
      <p class="error small" role="alert">
        {problem}
      </p>
    </fieldset>
  );
}

async function send(values: FormData, close: (key: string) => void): Promise<Problem | undefined> {
  const name = String(values.get('name')).trim();
  const scopes = values.getAll('scopes');
  if (name === '') return { field: 'name', text: texts.needsName };
  if (scopes.length === 0) return { field: 'scopes', text: texts.needsScope };
  const reply = await post<NewApiKey>('/api/admin/api-keys', {
    name,
    scopes,
    days: Number(values.get('days')),
    networks: String(values.get('networks'))
      .split(/[\s,]+/)
      .filter((entry) => entry !== ''),
  });
  if (reply.ok) close(reply.data.key);
  else if (reply.field === 'networks') return { field: 'networks', text: texts.wrongNetworks };
  else return problemOf(reply);
  return undefined;
}
