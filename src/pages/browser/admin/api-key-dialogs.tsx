import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { post } from './admin-api.ts';
import type { NewApiKey } from './answers.ts';
import { Button } from './components/button.tsx';
import { DialogActions, openDialog } from './components/dialog.tsx';
import { DialogForm, type Problem, problemOf, SelectField, TextField, useProblemOf } from './components/form.tsx';
import { common, textsOf } from './texts.ts';

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
  await openDialog({
    title: texts.madeTitle,
    lead: texts.madeLead,
    isWide: true,
    content: (close) => <MadeKey text={key} close={close} />,
  });
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

interface MadeKeyProps {
  readonly text: string;
  readonly close: () => void;
}

/** The key stays until the dialog is closed. */
function MadeKey({ text, close }: MadeKeyProps) {
  const shown = useRef<HTMLTextAreaElement>(null);
  const [isCopied, setCopied] = useState(false);
  useLayoutEffect(() => shown.current?.select(), []);
  const copy = async () => {
    shown.current?.select();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Not allowed, or an address without TLS: the text is selected.
      document.execCommand('copy');
    }
    setCopied(true);
  };
  return (
    <div class="stack">
      <textarea
        ref={shown}
        id="new-key"
        class="mono"
        readOnly
        rows={3}
        spellcheck={false}
        value={text}
        aria-label={texts.madeTitle}
      />
      <p class="soft small" role="status">
        {isCopied && common.copied}
      </p>
      <DialogActions>
        <Button onClick={() => void copy()} label={common.copy} />
        <Button mood="main" onClick={() => close()} label={texts.done} />
      </DialogActions>
    </div>
  );
}
