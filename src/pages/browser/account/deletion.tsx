import { fill } from '../../texts/fill.ts';
import { refusal } from '../api.ts';
import { ask } from '../components/ask.tsx';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/fields.tsx';
import { longDate } from '../format-day.ts';
import { serverNowMs } from '../page.ts';
import { requestWithRecentLogin } from '../recent-login.ts';
import { useAccount } from './account-context.ts';
import type { Deletion as DeletionAnswer } from './answers.ts';
import { Actions, Card } from './card.tsx';
import { pageData, texts } from './page-data.ts';

const { deletion: words } = texts;
const { deletionGraceMs } = pageData;

const consequences = (withGrace: string): string =>
  deletionGraceMs > 0 ? fill(withGrace, { date: longDate(serverNowMs() + deletionGraceMs) }) : words.lead;

export function Deletion() {
  const { user, deleted } = useAccount();
  /** The owner types the address of the account. */
  const askForIt = async () => {
    const reply = await ask({
      id: 'deletion',
      title: words.question,
      lead: consequences(words.consequences),
      fields: (
        <>
          <p class="soft">{words.everywhere}</p>
          <p class="value">{user.email}</p>
          <TextField name="typed_email" type="email" autocomplete="off" label={texts.fields.typed_email} />
        </>
      ),
      action: words.press,
      isDangerous: true,
      cancel: words.cancel,
      send: async ({ typed_email = '' }) =>
        typed_email.trim().toLowerCase() === user.email
          ? requestWithRecentLogin('POST', '/api/me/delete')
          : refusal('typed_email_wrong', 'typed_email'),
    });
    if (reply) deleted((reply.data as DeletionAnswer).deletes_at);
  };
  return (
    <Card id="delete-account" title={words.title} lead={consequences(words.leadWithGrace)}>
      <Actions>
        <Button mood="danger" label={words.open} run={askForIt} />
      </Actions>
    </Card>
  );
}
