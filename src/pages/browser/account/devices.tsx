import { useState } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { useWhenSeen } from './account-context.ts';
import type { Device } from './answers.ts';
import { Card, Item, ItemButton, ItemList } from './card.tsx';
import { Notice, type Said, say, sayRefusal } from './notice.tsx';
import { requestAsOwner } from './owner.ts';
import { texts } from './page-data.ts';
import { withRecentLogin } from './recent-login.tsx';

const { devices: words } = texts;
const PATH = '/api/me/sessions';

const nameOf = ({ browser, system }: Device): string =>
  [browser, system].filter((part) => part !== null).join(' · ') || words.unknown;

const timeInWords = (time: string | null): string =>
  time === null
    ? '–'
    : new Date(time).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });

export function Devices() {
  const [devices, setDevices] = useState<readonly Device[]>([]);
  const [said, setSaid] = useState<Said>();
  const [isBusy, setBusy] = useState(false);
  const load = async () => {
    const reply = await requestAsOwner('GET', PATH);
    if (reply.ok) setDevices(reply.data as readonly Device[]);
    else setSaid(sayRefusal(reply));
  };
  useWhenSeen('security', () => {
    setSaid(undefined);
    void load();
  });
  const endBy = async (method: 'DELETE' | 'POST', path: string, done: string) => {
    setBusy(true);
    const reply = await withRecentLogin(() => requestAsOwner(method, path));
    setBusy(false);
    if (reply.code === 'cancelled') return;
    // One that is gone already is what was wanted.
    const isGone = reply.ok || reply.code === 'session_not_found';
    if (isGone) await load();
    setSaid({ ...(isGone ? say(done, 'success') : sayRefusal(reply)), takesFocus: true });
  };
  const hasOthers = devices.some(({ current }) => !current);
  return (
    <Card id="devices" title={words.title} lead={words.lead}>
      <ItemList id="devices">
        {devices.map((device) => (
          <Item
            key={device.id}
            name={nameOf(device)}
            details={[
              fill(words.used, { time: timeInWords(device.last_used_at ?? device.created_at) }),
              device.address,
            ]}
          >
            {device.current ? (
              <span class="badge">{words.current}</span>
            ) : (
              <ItemButton
                label={words.end}
                fullLabel={fill(words.endNamed, { device: nameOf(device) })}
                isBusy={isBusy}
                onClick={() => endBy('DELETE', `${PATH}/${encodeURIComponent(device.id)}`, words.ended)}
              />
            )}
          </Item>
        ))}
      </ItemList>
      {(hasOthers || said) && (
        <div class="submit">
          <Notice said={said} />
          {hasOthers && (
            <button
              class="button plain"
              type="button"
              aria-disabled={isBusy ? 'true' : undefined}
              onClick={() => !isBusy && endBy('POST', `${PATH}/end-others`, words.othersEnded)}
            >
              {words.endOthers}
            </button>
          )}
        </div>
      )}
    </Card>
  );
}
