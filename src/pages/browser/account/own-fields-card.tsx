import { useEffect } from 'preact/hooks';
import { Form, Submit } from '../components/form.tsx';
import { nested, OwnFields, type OwnValues, withBoxes } from '../components/own-fields.tsx';
import { usePage } from '../components/page-data.ts';
import { messages } from '../page.ts';
import { useAccount, useAnswer } from './account-context.ts';
import { Card } from './card.tsx';
import { requestAsOwner } from './owner.ts';
import { texts } from './page-data.ts';

/** What FIELDS_FILE adds to the account, as far as its owner writes it. */
export function OwnFieldsCard() {
  const { own } = usePage();
  const { mustSetUp } = useAccount();
  const { data, load } = useAnswer<{ readonly fields: OwnValues }>('/api/me');
  useEffect(() => {
    if (!mustSetUp) void load();
  }, [mustSetUp]);
  if (!data) return null;
  return (
    <Card id="own-fields" title={texts.account.ownFields}>
      <Form
        id="own-fields-form"
        class="stack"
        send={(values) => requestAsOwner('PUT', '/api/me', nested(withBoxes(values, own)))}
        done={messages.saved}
      >
        <OwnFields own={own} optional={texts.fields.optional} values={data.fields} />
        <Submit label={texts.account.save} />
      </Form>
    </Card>
  );
}
