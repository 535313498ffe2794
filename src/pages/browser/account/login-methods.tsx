import { useEffect, useState } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import type { Reply } from '../api.ts';
import { ask, successIfGone } from '../components/ask.tsx';
import { Button } from '../components/button.tsx';
import { type NoticeText, notice, refusalNotice } from '../components/notice.tsx';
import { formatDay } from '../format-day.ts';
import { beginIdentity, finishBegun, unfinishedNotice } from '../identity-flow.ts';
import { forgetPendingLink, pendingLink } from '../pending-link.ts';
import { requestWithRecentLogin } from '../recent-login.ts';
import type { User } from '../session.ts';
import { useAccount, useSecurityList } from './account-context.ts';
import type { LoginMethod } from './answers.ts';
import { Actions, Card, Item, ItemList } from './card.tsx';
import { pageData, texts } from './page-data.ts';

const { loginMethods: words } = texts;
const PATH = '/api/me/identities';

export const lastWayInNotice = ({ code }: Reply): NoticeText | undefined =>
  code === 'last_way_in' ? notice(words.lastWayIn, 'danger') : undefined;

/** The login to link: from a provider's callback, or left by the login page. */
async function whatToLink(
  user: User,
): Promise<{ readonly ticket: string; readonly provider: string } | NoticeText | undefined> {
  const finished = await finishBegun('link');
  if (!finished) {
    const pending = pendingLink();
    forgetPendingLink();
    return pending && pending.email !== user.email
      ? notice(
          fill(texts.otherAccount, { provider: pending.provider, stated: pending.email, email: user.email }),
          'neutral',
        )
      : pending;
  }
  const { begun, reply } = finished;
  if (!reply.ok) return unfinishedNotice(begun, reply, texts);
  const { ticket } = reply.data as { readonly ticket: string };
  return { ticket, provider: begun.name };
}

async function finishLinking(user: User, load: () => Promise<Reply>): Promise<NoticeText | undefined> {
  const found = await whatToLink(user);
  if (!found || 'text' in found) return found;
  const linked = await requestWithRecentLogin('POST', PATH, { ticket: found.ticket });
  if (linked.code === 'cancelled') return undefined;
  if (!linked.ok) return refusalNotice(linked, true);
  await load();
  return notice(fill(words.linked, { service: found.provider }), 'success', true);
}

/** The accounts at other services that log in to this one. */
export function LoginMethods() {
  const { user } = useAccount();
  const { data, noticeText, load } = useSecurityList<{ readonly identities: readonly LoginMethod[] }>(PATH);
  const [outcome, setOutcome] = useState<NoticeText>();
  const free = data
    ? pageData.identityProviders.filter(({ id }) => data.identities.every((identity) => identity.provider !== id))
    : [];
  useEffect(() => void finishLinking(user, load).then(setOutcome), []);
  const link = async ({ id, name }: (typeof free)[number]) => {
    setOutcome(undefined);
    const refused = await beginIdentity({ provider: id, name, purpose: 'link' }, (body) =>
      requestWithRecentLogin('POST', `${PATH}/begin`, body),
    );
    if (refused && refused.code !== 'cancelled') setOutcome(refusalNotice(refused, true));
  };
  const unlink = async ({ id, name }: LoginMethod) => {
    const reply = await ask({
      id: 'unlink-login',
      title: words.unlinkQuestion,
      subject: name,
      lead: words.unlinkLead,
      action: words.unlink,
      isDangerous: true,
      cancel: words.cancel,
      send: () => successIfGone(requestWithRecentLogin('DELETE', `${PATH}/${id}`), 'identity_not_found'),
      refused: lastWayInNotice,
    });
    if (!reply) return;
    await load();
    setOutcome(notice(words.unlinked, 'success', true));
  };
  return (
    <Card id="login-methods" title={words.title} lead={words.lead}>
      <ItemList id="login-methods" entries={data?.identities} none={words.none}>
        {(one) => (
          <Item
            key={one.id}
            name={one.name}
            details={[
              one.email,
              fill(words.since, { time: formatDay(one.created_at) }),
              one.last_used_at && fill(words.used, { time: formatDay(one.last_used_at) }),
            ]}
          >
            <Button
              isCompact
              label={words.unlink}
              aria-label={fill(words.unlinkNamed, { service: one.name })}
              run={() => unlink(one)}
            />
          </Item>
        )}
      </ItemList>
      {(free.length > 0 || outcome || noticeText) && (
        <Actions notice={outcome ?? noticeText}>
          {free.map((one) => (
            <Button key={one.id} label={fill(words.link, { service: one.name })} run={() => link(one)} />
          ))}
        </Actions>
      )}
    </Card>
  );
}
