import { useEffect, useRef, useState } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { dayInWords } from '../day-in-words.ts';
import { makePasskey } from '../passkey-ceremony.ts';
import { signalPasskeys } from '../passkey-signals.ts';
import { passkeysWork } from '../passkey-support.ts';
import { useAccount, useWhenSeen } from './account-context.ts';
import type { Passkey, Passkeys as PasskeysAnswer } from './answers.ts';
import { Card, Item, ItemButton, ItemList } from './card.tsx';
import { Notice, type Said, say, sayRefusal } from './notice.tsx';
import { requestAsOwner } from './owner.ts';
import { texts } from './page-data.ts';
import { RemovePasskey, RenamePasskey } from './passkey-dialogs.tsx';
import { offerQuietPasskey } from './quiet-passkey.ts';
import { withRecentLogin } from './recent-login.tsx';

const { passkeys: words } = texts;
const PATH = '/api/me/passkeys';

interface Question {
  readonly about: 'name' | 'removal';
  readonly passkey: Passkey;
}

export function Passkeys() {
  const { user, section, mustSetUp, readSecurity } = useAccount();
  const [passkeys, setPasskeys] = useState<readonly Passkey[]>();
  const [question, setQuestion] = useState<Question>();
  const [said, setSaid] = useState<Said>();
  const [isAdding, setAdding] = useState(false);

  /** Shows the list, and tells password managers of it. */
  const load = async () => {
    const reply = await requestAsOwner('GET', PATH);
    if (!reply.ok) return setSaid(sayRefusal(reply));
    const answer = reply.data as PasskeysAnswer;
    setPasskeys(answer.passkeys);
    await signalPasskeys(answer, user);
  };
  useWhenSeen('security', () => {
    setSaid(undefined);
    void load();
  });
  const loadIfSeen = useRef(load);
  loadIfSeen.current = async () => (section === 'security' ? load() : undefined);
  useEffect(() => {
    void offerQuietPasskey(user).then((isMade) => (isMade ? loadIfSeen.current() : undefined));
  }, [user]);

  const add = async () => {
    setAdding(true);
    setSaid(undefined);
    const asked = await withRecentLogin(() => requestAsOwner('POST', `${PATH}/options`));
    // Without a name the service proposes that of the browser and the system.
    const reply = await makePasskey(asked, (credential) =>
      withRecentLogin(() => requestAsOwner('POST', PATH, { credential })),
    );
    setAdding(false);
    if (reply.code === 'cancelled') return;
    if (!reply.ok) return setSaid({ ...sayRefusal(reply), takesFocus: true });
    // The page then asks for a login with it.
    if (mustSetUp) return void readSecurity();
    await load();
    setSaid(say(fill(words.added, { name: (reply.data as Passkey).name }), 'success', true));
  };
  const finish = async (outcome: string) => {
    setQuestion(undefined);
    await load();
    setSaid(say(outcome, 'success', true));
  };
  const close = () => setQuestion(undefined);
  return (
    <Card id="passkeys" title={words.title} lead={words.lead}>
      {passkeys && passkeys.length > 0 && (
        <ItemList id="passkeys" class="passkeys">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} ask={(about) => setQuestion({ about, passkey })} />
          ))}
        </ItemList>
      )}
      {passkeys?.length === 0 && <p class="soft">{words.none}</p>}
      {!passkeysWork && <p class="soft">{words.unsupported}</p>}
      {(passkeysWork || said) && (
        <div class="submit">
          <Notice said={said} />
          {passkeysWork && (
            <button
              class="button"
              type="button"
              aria-disabled={isAdding ? 'true' : undefined}
              onClick={() => !isAdding && add()}
            >
              {words.add}
            </button>
          )}
        </div>
      )}
      {question?.about === 'name' && <RenamePasskey passkey={question.passkey} finish={finish} close={close} />}
      {question?.about === 'removal' && <RemovePasskey passkey={question.passkey} finish={finish} close={close} />}
    </Card>
  );
}

interface ItemProps {
  readonly passkey: Passkey;
  readonly ask: (about: Question['about']) => void;
}

const PasskeyItem = ({ passkey: { name, synced, created_at, last_used_at }, ask }: ItemProps) => (
  <Item
    name={name}
    details={[
      synced ? words.synced : words.onOneDevice,
      fill(words.created, { time: dayInWords(created_at) }),
      last_used_at === null ? words.unused : fill(words.used, { time: dayInWords(last_used_at) }),
    ]}
  >
    <div class="choices">
      <ItemButton label={words.rename} fullLabel={fill(words.renameNamed, { name })} onClick={() => ask('name')} />
      <ItemButton label={words.remove} fullLabel={fill(words.removeNamed, { name })} onClick={() => ask('removal')} />
    </div>
  </Item>
);
