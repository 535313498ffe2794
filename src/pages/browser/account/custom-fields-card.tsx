import { useState } from 'preact/hooks';
import { formatValue } from '../../../config/field-types.ts';
import type { FieldInput } from '../../forms.ts';
import { AccountFields } from '../components/account-fields.tsx';
import { Form, Submit } from '../components/form.tsx';
import { notice } from '../components/notice.tsx';
import { usePage } from '../components/page-data.ts';
import { fieldValue, isCustom, nested, sentValues, typedValues } from '../field-values.ts';
import { messages } from '../page.ts';
import type { User } from '../session.ts';
import { useAccount } from './account-context.ts';
import { Card } from './card.tsx';
import { requestAsOwner } from './owner.ts';
import { pageData, texts } from './page-data.ts';

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
  return (
    <Form
      id="own-fields-form"
      class="stack"
      notice={missing}
      send={(typed) => requestAsOwner('PUT', '/api/me', nested(sentValues(typed, fields)))}
      done={messages.saved}
    >
      <AccountFields fields={fields} initial={(name) => fieldValue(user, name) ?? null} />
      <Submit label={texts.account.save} />
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
