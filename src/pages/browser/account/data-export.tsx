import { Card } from './card.tsx';
import { Form, Submit } from './form.tsx';
import { requestAsOwner } from './owner.ts';
import { texts } from './page-data.ts';
import { withRecentLogin } from './recent-login.tsx';
import { saveAs } from './save-as.ts';

const { export: words } = texts;

export const DataExport = () => (
  <Card id="exported" title={words.title} lead={words.lead}>
    <Form
      id="export-form"
      send={() => withRecentLogin(() => requestAsOwner('GET', '/api/me/export'))}
      done={words.done}
      succeeded={({ data }) => {
        const day = new Date().toISOString().slice(0, 10);
        saveAs(`account-data-${day}.json`, 'application/json', `${JSON.stringify(data, null, 2)}\n`);
      }}
    >
      <Submit label={words.download} variant="plain" />
    </Form>
  </Card>
);
