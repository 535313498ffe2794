import { Copyable } from '../components/copy-button.tsx';
import { Form, Submit } from '../components/form.tsx';
import { saveAsJson } from '../components/save-as.ts';
import { requestWithRecentLogin } from '../recent-login.ts';
import { useAccount } from './account-context.ts';
import { Card } from './card.tsx';
import { texts } from './page-data.ts';

const { export: words } = texts;

export const DataExport = () => (
  <Card id="exported" title={words.title} lead={words.lead}>
    <AccountId />
    <Form
      id="export-form"
      send={() => requestWithRecentLogin('GET', '/api/me/export')}
      done={words.done}
      succeeded={({ data }) => saveAsJson(`account-data-${new Date().toISOString().slice(0, 10)}.json`, data)}
    >
      <Submit label={words.download} variant="plain" />
    </Form>
  </Card>
);

/** The id by which support and an operator's programs name the account. */
function AccountId() {
  const id = String(useAccount().user.id);
  const { account } = texts;
  return (
    <p>
      <span class="soft">{account.id}</span>{' '}
      <Copyable text={id} label={account.copyId} copied={account.idCopied}>
        <span class="value">{id}</span>
      </Copyable>
    </p>
  );
}
