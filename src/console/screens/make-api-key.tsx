import { Checkbox, ErrorLine, linesOf, SelectField } from '../../pages/browser/components/fields.tsx';
import { choicesOf } from '../../pages/browser/components/options.tsx';
import { post } from './admin-api.ts';
import type { NewApiKey } from './answers.ts';
import { ask, PlainField, showSecret } from './form-dialogs.tsx';
import { textsOf } from './texts.ts';

const texts = textsOf('apiKeys');
const DEFAULT_DAYS = '90';

/** Creates a key and shows it once. Resolves to false if cancelled. */
export async function makeApiKey(): Promise<boolean> {
  const made = await ask<NewApiKey>({
    title: texts.make,
    lead: texts.makeLead,
    isWide: true,
    action: texts.make,
    fields: (
      <>
        <PlainField name="name" label={texts.name} hint={texts.nameHint} maxLength={100} />
        <fieldset>
          <legend>{texts.scopes}</legend>
          {choicesOf(texts.scopeTexts).map(({ value, label }) => (
            <Checkbox key={value} name="scopes" value={value} label={label} />
          ))}
          <ErrorLine name="scopes" />
        </fieldset>
        <SelectField name="days" label={texts.days} choices={choicesOf(texts.dayChoices)} value={DEFAULT_DAYS} />
        <PlainField name="networks" label={texts.networks} hint={texts.networksHint} spellcheck={false} />
      </>
    ),
    objection({ name = '' }, data) {
      if (name.trim() === '') return { field: 'name', text: texts.needsName };
      return data.has('scopes') ? undefined : { field: 'scopes', text: texts.needsScope };
    },
    send: ({ name = '', days, networks = '' }, data) =>
      post<NewApiKey>('/api/admin/api-keys', {
        name: name.trim(),
        scopes: data.getAll('scopes'),
        days: Number(days),
        networks: linesOf(networks.replaceAll(',', ' ')),
      }),
    refused: ({ field }) => (field === 'networks' ? { field, text: texts.wrongNetworks } : undefined),
  });
  if (!made) return false;
  await showSecret({ title: texts.madeTitle, lead: texts.madeLead, secret: made.key, done: texts.done });
  return true;
}
