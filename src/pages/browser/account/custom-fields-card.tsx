import { useState } from 'preact/hooks';
import { formatValue } from '../../../config/field-types.ts';
import type { FieldInput } from '../../forms.ts';
import { AccountFields } from '../components/account-fields.tsx';
import { Form, Submit, type Values } from '../components/form.tsx';
import { notice } from '../components/notice.tsx';
import { usePage } from '../components/page-data.ts';
import { fieldValue, isCustom, nested, sentValues, typedValues } from '../field-values.ts';
import { messages } from '../page.ts';
import type { User } from '../session.ts';
import { useAccount } from './account-context.ts';
import type { SavedProfile } from './answers.ts';
import { Card } from './card.tsx';
import { currentOwner, requestAsOwner } from './owner.ts';
import { pageData, texts } from './page-data.ts';
import { savedText } from './saved-text.ts';

/** The fields of FIELDS_FILE: those that the owner writes, and those written by administrators. */
export function CustomFieldsCard() {
  const fields = usePage().fields.filter(isCustom);
  const { user, mustSetUp } = useAccount();
  const given = givenTo(user);
  if (mustSetUp || fields.length + given.length === 0) return null;
  return (
    <Card id="own-fields" title={texts.account.ownFields}>
      {given.length > 0 && <GivenValues given={given} />}
      {fields.length > 0 && <CustomFieldsForm fields={fields} user={user} />}
    </Card>
  );
}

/** Imported accounts, and those older than the field, may lack a required one. */
function CustomFieldsForm({ fields, user }: { readonly fields: readonly FieldInput[]; readonly user: User }) {
  const [missing] = useState(() =>
    fields.some((field) => field.required && typedValues(user, [field])[field.name] === '')
      ? notice(texts.account.ownFieldMissing, 'neutral')
      : undefined,
  );
  const { showUser } = useAccount();
  const changesOf = (typed: Values): Values => {
    const stored = typedValues(user, fields);
    return Object.fromEntries(
      Object.entries(sentValues(typed, fields)).filter(([name, value]) => value.trim() !== stored[name]),
    );
  };
  return (
    <Form
      id="own-fields-form"
      class="stack"
      notice={missing}
      objection={(typed) =>
        Object.keys(changesOf(typed)).length > 0 ? undefined : notice(messages.nothingChanged, 'neutral')
      }
      send={(typed) => requestAsOwner('PUT', '/api/me', nested(changesOf(typed)))}
      done={(typed) => savedText(Object.keys(changesOf(typed)), fields)}
      succeeded={({ data }) => showUser({ ...(currentOwner() ?? user), ...(data as SavedProfile) })}
    >
      <AccountFields fields={fields} initial={(name) => fieldValue(user, name) ?? null} />
      <Submit label={texts.account.save} needsChange />
    </Form>
  );
}

type Given = readonly (readonly [label: string, value: string])[];

const words = { ...texts.account, language: document.documentElement.lang };
const givenTo = (user: User): Given =>
  pageData.given
    .map(({ name, type, label }) => [label, formatValue(type, fieldValue(user, name), words)] as const)
    .filter(([, value]) => value !== '');

const GivenValues = ({ given }: { readonly given: Given }) => (
  <>
    <p class="soft small">{texts.account.given}</p>
    <dl class="facts">
      {given.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </>
);
