import { explain } from '../refusals.ts';
import { post, type Refused } from './admin-api.ts';
import { dialogActions, showDialog } from './dialog.ts';
import { type Child, element } from './element.ts';
import { common, wordsOf } from './words.ts';

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly networks: readonly string[];
  readonly created_at: string;
  readonly expires_at: string;
  readonly last_used_at: string | null;
}

const words = wordsOf('apiKeys');
const DEFAULT_DAYS = '90';

const field = (label: string, input: HTMLElement, hint = ''): HTMLElement =>
  element(
    'div',
    { className: 'field' },
    element('label', { htmlFor: input.id }, label),
    input,
    hint !== '' && element('p', { className: 'soft small', id: `${input.id}-hint` }, hint),
  );

/** Asks what the key is for, makes it and shows it once. Resolves with whether one was made. */
export function makeApiKey(): Promise<boolean> {
  const name = element('input', {
    id: 'key-name',
    type: 'text',
    maxLength: 100,
    autocomplete: 'off',
    aria: { describedby: 'key-name-hint' },
  });
  const networks = element('input', {
    id: 'key-networks',
    type: 'text',
    autocomplete: 'off',
    spellcheck: false,
    aria: { describedby: 'key-networks-hint' },
  });
  const scopes = Object.entries(words.scopeTexts).map(([scope, about]) => ({
    scope,
    box: element('input', { type: 'checkbox', id: `scope-${scope.replace(':', '-')}` }),
    about,
  }));
  const days = element(
    'select',
    { id: 'key-days' },
    Object.entries(words.dayChoices).map(([value, label]) =>
      element('option', { value, selected: value === DEFAULT_DAYS }, label),
    ),
  );
  const problem = element('p', { className: 'error small', attributes: { role: 'alert' } });
  const submit = element('button', { className: 'button', type: 'submit' }, words.make);
  const form = element(
    'form',
    { className: 'stack', noValidate: true },
    field(words.name, name, words.nameHint),
    element(
      'fieldset',
      { className: 'scopes' },
      element('legend', {}, words.scopes),
      scopes.map(({ box, scope, about }) =>
        element(
          'label',
          { className: 'choice' },
          box,
          element('span', {}, about, ' ', element('span', { className: 'mono soft' }, scope)),
        ),
      ),
    ),
    field(words.days, days),
    field(words.networks, networks, words.networksHint),
    problem,
    dialogActions(
      element(
        'button',
        { className: 'button plain', type: 'button', on: { click: () => dialog.close() } },
        common.cancel,
      ),
      submit,
    ),
  );
  const refuse = (text: string, at: HTMLElement) => {
    problem.textContent = text;
    at.focus();
  };
  let isMade = false;

  async function send(): Promise<void> {
    const chosen = scopes.filter(({ box }) => box.checked).map(({ scope }) => scope);
    if (name.value.trim() === '') return refuse(words.needsName, name);
    if (chosen.length === 0) return refuse(words.needsScope, scopes[0]?.box ?? name);
    submit.disabled = true;
    const reply = await post<{ key: string }>('/api/admin/api-keys', {
      name: name.value,
      scopes: chosen,
      days: Number(days.value),
      networks: networks.value.split(/[\s,]+/).filter((entry) => entry !== ''),
    });
    submit.disabled = false;
    if (!reply.ok) return reply.code === 'cancelled' ? undefined : refuse(wrong(reply), submit);
    isMade = true;
    dialog.close();
    showKey(reply.data.key);
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  const dialog = showDialog({ title: words.make, lead: words.makeLead, content: form, isWide: true });
  name.focus();
  return new Promise((resolve) => dialog.addEventListener('close', () => resolve(isMade)));
}

const wrong = (reply: Refused): string => (reply.field === 'networks' ? words.wrongNetworks : explain(reply));

/** The key stays until the dialog is closed by its button, by Escape or by the copy that was taken. */
function showKey(key: string): void {
  const shown = element('textarea', {
    id: 'new-key',
    className: 'mono',
    readOnly: true,
    rows: 3,
    spellcheck: false,
    value: key,
    aria: { label: words.madeTitle },
  });
  const said = element('p', { className: 'soft small', attributes: { role: 'status' } });
  const copy = async () => {
    shown.select();
    try {
      await navigator.clipboard.writeText(key);
    } catch {
      // Not allowed, or an address without TLS: the text is selected.
      document.execCommand('copy');
    }
    said.textContent = common.copied;
  };
  const content: Child = element(
    'div',
    { className: 'stack' },
    shown,
    said,
    dialogActions(
      element('button', { className: 'button plain', type: 'button', on: { click: () => void copy() } }, common.copy),
      element('button', { className: 'button', type: 'button', on: { click: () => dialog.close() } }, words.done),
    ),
  );
  const dialog = showDialog({ title: words.madeTitle, lead: words.madeLead, content, isWide: true });
  shown.select();
}
