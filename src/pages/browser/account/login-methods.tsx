import { fill } from '../../texts/fill.ts';
import { ask, unlessGone } from '../components/ask.tsx';
import { Button } from '../components/button.tsx';
import { say } from '../components/notice.tsx';
import { dayInWords } from '../day-in-words.ts';
import { useSecurityList } from './account-context.ts';
import type { LoginMethod } from './answers.ts';
import { Actions, Card, Item, ItemList } from './card.tsx';
import { requestAsOwner } from './owner.ts';
import { texts } from './page-data.ts';

const { loginMethods: words } = texts;
const PATH = '/api/me/identities';

/** The accounts at other services that log in to this one. */
export function LoginMethods() {
  const { data, said, setSaid, load } = useSecurityList<{ readonly identities: readonly LoginMethod[] }>(PATH);
  const unlink = async ({ id, name }: LoginMethod) => {
    const reply = await ask({
      id: 'unlink-login',
      title: words.unlinkQuestion,
      subject: name,
      lead: words.unlinkLead,
      action: words.unlink,
      isDangerous: true,
      cancel: words.cancel,
      send: () => unlessGone(requestAsOwner('DELETE', `${PATH}/${id}`), 'identity_not_found'),
      refused: ({ code }) => (code === 'last_way_in' ? say(words.lastWayIn, 'danger') : undefined),
    });
    if (!reply) return;
    await load();
    setSaid(say(words.unlinked, 'success', true));
  };
  return (
    <Card id="login-methods" title={words.title} lead={words.lead}>
      {data && data.identities.length > 0 && (
        <ItemList id="login-methods">
          {data.identities.map((one) => (
            <Item
              key={one.id}
              name={one.name}
              details={[
                one.email,
                fill(words.since, { time: dayInWords(one.created_at) }),
                one.last_used_at && fill(words.used, { time: dayInWords(one.last_used_at) }),
              ]}
            >
              <Button
                isCompact
                label={words.unlink}
                aria-label={fill(words.unlinkNamed, { service: one.name })}
                run={() => unlink(one)}
              />
            </Item>
          ))}
        </ItemList>
      )}
      {data?.identities.length === 0 && <p class="soft">{words.none}</p>}
      {said && <Actions said={said} />}
    </Card>
  );
}
