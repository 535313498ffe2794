import { useState } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { refusal } from '../api.ts';
import { serverNowMs } from '../page.ts';
import { useAccount } from './account-context.ts';
import type { Deletion as DeletionAnswer } from './answers.ts';
import { Card } from './card.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './fields.tsx';
import { Form, Submit } from './form.tsx';
import { requestAsOwner } from './owner.ts';
import { pageData, texts } from './page-data.ts';
import { withRecentLogin } from './recent-login.tsx';

const { deletion: words } = texts;
const { deletionGraceMs } = pageData;

export const longDate = (time: number | string): string =>
  new Date(time).toLocaleDateString(document.documentElement.lang, { dateStyle: 'long' });

const consequences = (withGrace: string): string =>
  deletionGraceMs > 0 ? fill(withGrace, { date: longDate(serverNowMs() + deletionGraceMs) }) : words.lead;

export function Deletion() {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card id="deletion" title={words.title}>
      <p class="soft">{consequences(words.leadWithGrace)}</p>
      <div class="submit">
        <button class="button danger" type="button" onClick={() => setAsking(true)}>
          {words.open}
        </button>
      </div>
      {isAsking && <DeletionDialog close={() => setAsking(false)} />}
    </Card>
  );
}

/** The question before the deletion, in which the owner types the address of the account. */
function DeletionDialog({ close }: { readonly close: () => void }) {
  const { user, deleted } = useAccount();
  return (
    <Dialog id="deletion-dialog" describedBy="deletion-consequences" closed={close}>
      <Form
        id="deletion-form"
        class="stack"
        send={async ({ typed_email = '' }) =>
          typed_email.trim().toLowerCase() === user.email
            ? withRecentLogin(() => requestAsOwner('POST', '/api/me/delete'))
            : refusal('typed_email_wrong', 'typed_email')
        }
        succeeded={({ data }) => deleted((data as DeletionAnswer).deletes_at)}
      >
        <h2 id="deletion-dialog-title">{words.question}</h2>
        <div class="stack" id="deletion-consequences">
          <p class="soft">{consequences(words.consequences)}</p>
          <p class="soft">{words.everywhere}</p>
        </div>
        <p class="value">{user.email}</p>
        <TextField name="typed_email" type="email" autocomplete="off" label={texts.fields.typed_email} />
        <Submit label={words.press} variant="danger" />
        <button class="button plain" type="button" onClick={close}>
          {words.cancel}
        </button>
      </Form>
    </Dialog>
  );
}
