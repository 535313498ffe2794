import { fill } from '../../texts/fill.ts';
import { successIfGone } from '../components/ask.tsx';
import { Button } from '../components/button.tsx';
import { notice, refusalNotice } from '../components/notice.tsx';
import { requestWithRecentLogin } from '../recent-login.ts';
import { useSecurityList } from './account-context.ts';
import type { Device } from './answers.ts';
import { Actions, Card, Item, ItemList } from './card.tsx';
import { texts } from './page-data.ts';

const { devices: words } = texts;
const PATH = '/api/me/sessions';

const nameOf = ({ browser, system }: Device): string =>
  [browser, system].filter((part) => part !== null).join(' · ') || words.unknown;

const formatTime = (time: string | null): string =>
  time === null
    ? '–'
    : new Date(time).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });

export function Devices() {
  const { data: devices = [], noticeText, setNoticeText, load } = useSecurityList<readonly Device[]>(PATH);
  const endBy = async (method: 'DELETE' | 'POST', path: string, done: string) => {
    const reply = await successIfGone(requestWithRecentLogin(method, path), 'session_not_found');
    if (reply.code === 'cancelled') return;
    if (reply.ok) await load();
    setNoticeText(reply.ok ? notice(done, 'success', true) : refusalNotice(reply, true));
  };
  const hasOthers = devices.some(({ current }) => !current);
  return (
    <Card id="devices" title={words.title} lead={words.lead}>
      <ItemList id="devices" entries={devices}>
        {(device) => (
          <Item
            key={device.id}
            name={nameOf(device)}
            details={[fill(words.used, { time: formatTime(device.last_used_at ?? device.created_at) }), device.address]}
          >
            {device.current ? (
              <span class="badge">{words.current}</span>
            ) : (
              <Button
                isCompact
                label={words.end}
                aria-label={fill(words.endNamed, { device: nameOf(device) })}
                run={() => endBy('DELETE', `${PATH}/${encodeURIComponent(device.id)}`, words.ended)}
              />
            )}
          </Item>
        )}
      </ItemList>
      {(hasOthers || noticeText) && (
        <Actions notice={noticeText}>
          {hasOthers && (
            <Button label={words.endOthers} run={() => endBy('POST', `${PATH}/end-others`, words.othersEnded)} />
          )}
        </Actions>
      )}
    </Card>
  );
}
