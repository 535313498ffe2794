import { type CountedText, fill } from '../../texts/fill.ts';
import { type AdminReply, post } from './admin-api.ts';
import type { DeadEmails, Health, ListedEmail } from './answers.ts';
import { useAddress } from './components/address.ts';
import { Button } from './components/button.tsx';
import { confirmed } from './components/confirm.tsx';
import { FilterChips, FilterSelect } from './components/filters.tsx';
import { ListView } from './components/list.tsx';
import { useLoaded } from './components/loaded.tsx';
import { fillCount, formatNumber } from './components/numbers.ts';
import { Screen } from './components/screen.tsx';
import type { Column } from './components/table.tsx';
import { TimeAgo } from './components/times.tsx';
import { toast, toastRefusal } from './components/toasts.tsx';
import { useList } from './components/use-list.ts';
import { EmailStatus, isUnfinished, showEmail } from './email-details.tsx';
import { showPreview } from './email-preview.tsx';
import { labelOf } from './labels.ts';
import { startScreen } from './start.tsx';
import { textsOf } from './texts.ts';

const texts = textsOf('emails');
const PATH = '/api/admin/emails';
const SHOWN_STATES = ['waiting', 'dead', 'sent', 'superseded'] as const;

const columns = (retry: (email: ListedEmail) => void): readonly Column<ListedEmail>[] => [
  { name: 'to', label: texts.columns.to, kind: 'main', cell: ({ to }) => to },
  { name: 'state', label: texts.columns.state, cell: ({ state }) => <EmailStatus state={state} /> },
  { name: 'kind', label: texts.columns.kind, cell: ({ kind }) => labelOf(texts.kinds, kind) },
  { name: 'tries', label: texts.columns.tries, kind: 'number', cell: ({ tries }) => formatNumber(tries) },
  {
    name: 'answer',
    label: texts.columns.answer,
    kind: 'wide',
    cell: ({ answer }) => answer !== null && <span class="mono answer">{answer}</span>,
  },
  { name: 'created', label: texts.columns.created, cell: ({ created_at }) => <TimeAgo time={created_at} /> },
  {
    name: 'tools',
    label: texts.retry,
    kind: 'tools',
    cell: (email) =>
      isUnfinished(email) && (
        <Button isCompact aria-label={`${texts.retry}: ${email.to}`} onClick={() => retry(email)} label={texts.retry} />
      ),
  },
];

function Emails() {
  const address = useAddress(['query', 'state', 'kind']);
  const list = useList<ListedEmail>(PATH, address.values);
  const health = useLoaded<Health>('/api/admin/health');
  const refresh = async () => void (await Promise.all([list.reload(), health.reload()]));

  const retry = async ({ id, to }: ListedEmail) => {
    say(await post(`${PATH}/${id}/retry`), fill(texts.retried, { to }));
    await refresh();
  };
  const drop = async ({ id, to }: ListedEmail) => {
    const lead = fill(texts.dropLead, { to });
    if (!(await confirmed({ title: texts.dropTitle, lead, action: texts.drop, typed: to }))) return;
    say(await post(`${PATH}/${id}/drop`), fill(texts.dropped, { to }));
    await refresh();
  };
  const open = async ({ id }: ListedEmail) => {
    const choice = await showEmail(id);
    if (choice) await (choice.action === 'retry' ? retry(choice.email) : drop(choice.email));
  };
  const filters = (
    <>
      <FilterChips
        address={address}
        name="state"
        label={texts.stateFilter}
        choices={[
          { value: '', label: texts.all },
          ...SHOWN_STATES.map((value) => ({ value, label: texts.states[value] })),
        ]}
      />
      <FilterSelect
        address={address}
        name="kind"
        label={texts.kindFilter}
        choices={[
          { value: '', label: texts.allKinds },
          ...Object.entries(texts.kinds).map(([value, label]) => ({ value, label })),
        ]}
      />
    </>
  );
  const preview = <Button isCompact onClick={() => void showPreview()} label={texts.preview} />;
  return (
    <Screen title={texts.title} search={{ label: texts.search, address }} actions={preview}>
      <MailBar mail={health.data?.mail} refresh={refresh} />
      <ListView
        id="emails"
        caption={texts.caption}
        columns={columns((email) => void retry(email))}
        list={list}
        address={address}
        filters={filters}
        keyOf={({ id }) => String(id)}
        open={(email) => () => void open(email)}
        empty={{ text: texts.empty }}
      />
    </Screen>
  );
}

interface MailBarProps {
  readonly mail: Health['mail'] | undefined;
  readonly refresh: () => Promise<void>;
}

/** Whether the mail server answers, and what can be done about e-mails that were given up. */
function MailBar({ mail, refresh }: MailBarProps) {
  const changeDead = async (action: 'retry-dead' | 'drop-dead', text: CountedText) => {
    const reply = await post<DeadEmails>(`${PATH}/${action}`);
    if (reply.ok) toast(fillCount(text, reply.data.count));
    else toastRefusal(reply);
    await refresh();
  };
  const dropAll = async () => {
    const { dropAllTitle: title, dropAllLead: lead, dropAll: action, dropAllWord: typed } = texts;
    if (await confirmed({ title, lead, action, typed })) await changeDead('drop-dead', texts.droppedAll);
  };
  return (
    <div class="mail-bar">
      <p class="soft small" role="status">
        {mail && <span class={`status ${mail.is_reachable ? 'good' : 'bad'}`}>{serverText(mail)}</span>}
      </p>
      {mail && mail.dead > 0 && (
        <div class="dead-actions">
          <Button isCompact onClick={() => void changeDead('retry-dead', texts.retriedAll)} label={texts.retryAll} />
          <Button mood="danger" isCompact onClick={() => void dropAll()} label={texts.dropAll} />
        </div>
      )}
    </div>
  );
}

const serverText = ({ server, is_reachable }: Health['mail']): string =>
  server === null ? texts.inbox : fill(is_reachable ? texts.reachable : texts.unreachable, { server });

function say(reply: AdminReply<unknown>, done: string): void {
  if (reply.ok) toast(done);
  else if (reply.code === 'email_state') toast(texts.changed, { mood: 'danger' });
  else toastRefusal(reply);
}

startScreen(Emails);
