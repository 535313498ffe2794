import { openDialog } from '../../pages/browser/components/dialog.tsx';
import { notice } from '../../pages/browser/components/notice.tsx';
import { addressOf, carried } from '../../pages/browser/page.ts';
import { fill } from '../../pages/texts/fill.ts';
import { LocalTime } from '../components/format.tsx';
import { nameOf } from './accounts.tsx';
import { post } from './admin-api.ts';
import type { ActingToken, ShownUser } from './answers.ts';
import { ask, PlainField } from './form-dialogs.tsx';
import { common, textsOf } from './texts.ts';

const texts = textsOf('user').actAs;
const MAX_REASON_LENGTH = 500;

/** Asks for the reason, then offers a link: browsers block windows that are opened after a response. */
export async function actAsUser({ user, path }: ShownUser): Promise<void> {
  const name = nameOf(user);
  const acting = await ask<ActingToken>({
    title: fill(texts.title, { name }),
    subject: user.email,
    lead: texts.lead,
    action: texts.action,
    fields: <PlainField name="reason" label={texts.reason} hint={texts.reasonHint} max={MAX_REASON_LENGTH} required />,
    send: ({ reason = '' }) => post(`${path}/act-as`, { reason: reason.trim() }),
    refused: ({ code }) => (code === 'cannot_act_as' ? notice(texts.refused, 'danger') : undefined),
  });
  if (!acting) return;
  const about = { id: 'acting', title: fill(texts.readyTitle, { name }) };
  await openDialog(about, (close) => (
    <>
      <p class="soft">
        {texts.until} <LocalTime time={acting.expires_at} />
      </p>
      <div class="submit">
        <button class="button plain" type="button" onClick={() => close()}>
          {common.cancel}
        </button>
        <a
          class="button"
          // The page removes the token from its address immediately.
          href={`${addressOf('/account', carried)}#acting=${acting.access_token}`}
          target="_blank"
          rel="noopener"
          onClick={() => close()}
        >
          {texts.open}
        </a>
      </div>
    </>
  ));
}
