import { useEffect, useRef } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { ask, successIfGone } from '../components/ask.tsx';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/fields.tsx';
import { notice, refusalNotice } from '../components/notice.tsx';
import { formatDay } from '../format-day.ts';
import { makePasskey } from '../passkey-ceremony.ts';
import { signalPasskeys } from '../passkey-signals.ts';
import { passkeysWork } from '../passkey-support.ts';
import { requestWithRecentLogin } from '../recent-login.ts';
import { useAccount, useSecurityList } from './account-context.ts';
import type { Passkey, Passkeys as PasskeysAnswer } from './answers.ts';
import { Actions, Card, Item, ItemList } from './card.tsx';
import { lastWayInNotice } from './login-methods.tsx';
import { requestAsOwner } from './owner.ts';
import { texts } from './page-data.ts';
import { offerQuietPasskey } from './quiet-passkey.ts';

const { passkeys: words } = texts;
const PATH = '/api/me/passkeys';
const MAX_NAME_LENGTH = 64;
/** The error code for a passkey that was removed elsewhere. */
const GONE = 'passkey_not_found';

const pathOf = ({ id }: Passkey): string => `${PATH}/${encodeURIComponent(id)}`;

export function Passkeys() {
  const { user, section, mustSetUp, readSecurity } = useAccount();
  const { data, noticeText, setNoticeText, load } = useSecurityList<PasskeysAnswer>(
    PATH,
    // Also informs password managers.
    (answer) => void signalPasskeys(answer, user),
  );
  const loadIfSeen = useRef<() => unknown>(load);
  loadIfSeen.current = () => section === 'security' && load();
  useEffect(() => {
    void offerQuietPasskey(user).then((isMade) => isMade && loadIfSeen.current());
  }, [user]);

  const finish = async (outcome: string) => {
    await load();
    setNoticeText(notice(outcome, 'success', true));
  };
  const add = async () => {
    setNoticeText(undefined);
    const begun = await requestWithRecentLogin('POST', `${PATH}/options`);
    // Without a name, the service proposes that of browser and system.
    const reply = await makePasskey(begun, (credential) => requestWithRecentLogin('POST', PATH, { credential }));
    if (reply.code === 'cancelled') return;
    if (!reply.ok) return setNoticeText(refusalNotice(reply, true));
    // The page then requests a login with the passkey.
    if (mustSetUp) return void readSecurity();
    await finish(fill(words.added, { name: (reply.data as Passkey).name }));
  };
  const rename = async (passkey: Passkey) => {
    const reply = await ask({
      id: 'rename-passkey',
      title: words.renameTitle,
      fields: (
        <TextField
          inputRef={(input) => input?.select()}
          id="passkey_name"
          name="name"
          label={texts.fields.passkey_name}
          autocomplete="off"
          max={MAX_NAME_LENGTH}
          defaultValue={passkey.name}
        />
      ),
      action: words.save,
      cancel: words.cancel,
      send: ({ name = '' }) => successIfGone(requestAsOwner('PUT', pathOf(passkey), { name: name.trim() }), GONE),
    });
    if (reply) await finish(reply.code === GONE ? words.removed : words.renamed);
  };
  const remove = async (passkey: Passkey) => {
    const reply = await ask({
      id: 'remove-passkey',
      title: words.removeQuestion,
      subject: passkey.name,
      lead: words.removeLead,
      action: words.remove,
      isDangerous: true,
      cancel: words.cancel,
      send: () => successIfGone(requestWithRecentLogin('DELETE', pathOf(passkey)), GONE),
      refused: lastWayInNotice,
    });
    if (reply) await finish(words.removed);
  };
  return (
    <Card id="passkeys" title={words.title} lead={words.lead}>
      <ItemList id="passkeys" class="passkeys" entries={data?.passkeys} none={words.none}>
        {(passkey) => (
          <PasskeyItem
            key={passkey.id}
            passkey={passkey}
            rename={() => rename(passkey)}
            remove={() => remove(passkey)}
          />
        )}
      </ItemList>
      {!passkeysWork && <p class="soft">{words.unsupported}</p>}
      {(passkeysWork || noticeText) && (
        <Actions notice={noticeText}>
          {passkeysWork && <Button mood={mustSetUp ? 'main' : 'plain'} label={words.add} run={add} />}
        </Actions>
      )}
    </Card>
  );
}

interface ItemProps {
  readonly passkey: Passkey;
  readonly rename: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

const PasskeyItem = ({ passkey: { name, synced, created_at, last_used_at }, rename, remove }: ItemProps) => (
  <Item
    name={name}
    details={[
      synced ? words.synced : words.onOneDevice,
      fill(words.created, { time: formatDay(created_at) }),
      last_used_at === null ? words.unused : fill(words.used, { time: formatDay(last_used_at) }),
    ]}
  >
    <div class="row">
      <Button isCompact label={words.rename} aria-label={fill(words.renameNamed, { name })} run={rename} />
      <Button isCompact label={words.remove} aria-label={fill(words.removeNamed, { name })} run={remove} />
    </div>
  </Item>
);
