import { useState } from 'preact/hooks';
import type { OwnValues } from '../../../config/custom-fields.ts';
import { FIELD_TYPES, valueInWords } from '../../../config/field-types.ts';
import type { OwnInput } from '../../forms.ts';
import { nested, OwnFields, sentValues } from '../components/custom-fields.tsx';
import { Form, Submit } from '../components/form.tsx';
import { notice } from '../components/notice.tsx';
import { usePage } from '../components/page-data.ts';
import { messages } from '../page.ts';
import { useAccount } from './account-context.ts';
import { Card } from './card.tsx';
import { requestAsOwner } from './owner.ts';
import { pageData, texts } from './page-data.ts';

/** The fields of FIELDS_FILE: those that the owner writes, and those written by administrators. */
export function OwnFieldsCard() {
  const { own } = usePage();
  const { user, mustSetUp } = useAccount();
  const { fields: values = {} } = user;
  const given = givenIn(values);
  if (mustSetUp || own.length + given.length === 0) return null;
  return (
    <Card id="own-fields" title={texts.account.ownFields}>
      {given.length > 0 && <GivenValues given={given} />}
      {own.length > 0 && <OwnFieldsForm own={own} values={values} />}
    </Card>
  );
}

/** Imported accounts, and those older than the field, may lack a required one. */
function OwnFieldsForm({ own, values }: { readonly own: readonly OwnInput[]; readonly values: OwnValues }) {
  const [missing] = useState(() =>
    own.some(
      ({ name, type, required }) => required && FIELD_TYPES[type].input.type !== 'checkbox' && values[name] === null,
    )
      ? notice(texts.account.ownFieldMissing, 'neutral')
      : undefined,
  );
  return (
    <Form
      id="own-fields-form"
      class="stack"
      notice={missing}
      send={(typed) => requestAsOwner('PUT', '/api/me', nested(sentValues(typed, own)))}
      done={messages.saved}
    >
      <OwnFields own={own} optional={texts.fields.optional} values={values} />
      <Submit label={texts.account.save} />
    </Form>
  );
}

type Given = readonly (readonly [label: string, value: string])[];

const words = { ...texts.account, language: document.documentElement.lang };
const givenIn = (values: OwnValues): Given =>
  pageData.given
    .map(({ name, type, label }) => [label, valueInWords(type, values[name], words)] as const)
    .filter(([, value]) => value !== '');

const GivenValues = ({ given }: { readonly given: Given }) => (
  <>
    <p class="soft small">{texts.account.given}</p>
    <dl class="given stack">
      {given.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </>
);
