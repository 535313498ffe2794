import { Button } from '../../pages/browser/components/button.tsx';
import { choicesOf } from '../../pages/browser/components/options.tsx';
import { type CountedText, fill } from '../../pages/texts/fill.ts';
import { DownloadMenu } from '../components/download-menu.tsx';
import { FilterChips, FilterSelect } from '../components/filters.tsx';
import { fillCount, formatNumber, labelOf, TimeAgo } from '../components/format.tsx';
import { Icon } from '../components/icon.tsx';
import { ListView } from '../components/list.tsx';
import { useLoaded } from '../components/loaded.tsx';
import { Screen } from '../components/screen.tsx';
import { type Column, Cut } from '../components/table.tsx';
import { toast, toastRefusal, toastReply } from '../components/toasts.tsx';
import { useAddress, useList } from '../components/use-list.ts';
import { post } from './admin-api.ts';
import type { DeadEmails, Health, ListedEmail } from './answers.ts';
import { confirmed, loadPart } from './dialogs.ts';
import { EmailStatus, isUnfinished, showEmail } from './email-details.tsx';
import { textsOf } from './texts.ts';

const texts = textsOf('emails');
const PATH = '/api/admin/emails';
const SHOWN_STATES = ['waiting', 'dead', 'sent', 'superseded'] as const;

const columns = (retry: (email: ListedEmail) => Promise<void>): readonly Column<ListedEmail>[] => [
  { name: 'to', label: texts.columns.to, kind: 'main', cell: ({ to }) => <Cut text={to} /> },
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
        <Button
          isCompact
          icon={<Icon name="retry" />}
          label=""
          title={texts.retry}
          aria-label={`${texts.retry}: ${email.to}`}
          run={() => retry(email)}
        />
      ),
  },
];

export default function Emails() {
  const list = useList<ListedEmail>(PATH, useAddress(['query', 'state', 'kind']));
  const { address } = list;
  const health = useLoaded<Health>('/api/admin/health');
  const refresh = async () => void (await Promise.all([list.reload(), health.reload()]));
  const change = async ({ id, to }: ListedEmail, action: 'retry' | 'drop', done: string) => {
    toastReply(await post(`${PATH}/${id}/${action}`), fill(done, { to }), { email_state: texts.changed });
    await refresh();
  };
  const retry = (email: ListedEmail) => change(email, 'retry', texts.retried);
  const drop = async (email: ListedEmail) => {
    const { dropTitle: title, dropLead, drop: action } = texts;
    const lead = fill(dropLead, { to: email.to });
    if (await confirmed({ title, lead, action, typed: email.to })) await change(email, 'drop', texts.dropped);
  };
  const open = async ({ id }: ListedEmail) => {
    const choice = await showEmail(id);
    if (choice) await (choice.action === 'retry' ? retry(choice.email) : drop(choice.email));
  };
  const showPreview = async () => (await loadPart(() => import('./email-preview.tsx')))?.showPreview();
  const states = SHOWN_STATES.map((value) => ({ value, label: texts.states[value] }));
  const presets = (
    <FilterChips
      address={address}
      name="state"
      label={texts.stateFilter}
      choices={[{ value: '', label: texts.all }, ...states]}
    />
  );
  const filters = (
    <FilterSelect
      address={address}
      name="kind"
      label={texts.kindFilter}
      any={texts.allKinds}
      choices={choicesOf(texts.kinds)}
    />
  );
  const actions = (
    <>
      <DownloadMenu path={`${PATH}/export`} address={address} />
      <Button isCompact label={texts.preview} run={showPreview} />
    </>
  );
  return (
    <Screen title={texts.title} search={{ label: texts.search, address }} actions={actions}>
      <MailBar mail={health.data?.mail} refresh={refresh} />
      <ListView
        id="emails"
        caption={texts.caption}
        columns={columns(retry)}
        list={list}
        presets={presets}
        filters={filters}
        keyOf={({ id }) => String(id)}
        open={(email) => () => open(email)}
        empty={{ text: texts.empty }}
      />
    </Screen>
  );
}

interface MailBarProps {
  readonly mail: Health['mail'] | undefined;
  readonly refresh: () => Promise<void>;
}

/** The state of the mail server, and actions for dead e-mails. */
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
    <div class="row apart mail-bar">
      <p class="soft small" role="status">
        {mail && <span class={`status ${mail.is_reachable ? 'good' : 'bad'}`}>{serverText(mail)}</span>}
      </p>
      {mail && mail.dead > 0 && (
        <div class="row">
          <Button isCompact label={texts.retryAll} run={() => changeDead('retry-dead', texts.retriedAll)} />
          <Button isCompact mood="danger" label={texts.dropAll} run={dropAll} />
        </div>
      )}
    </div>
  );
}

const serverText = ({ server, is_reachable }: Health['mail']): string =>
  server === null ? texts.inbox : fill(is_reachable ? texts.reachable : texts.unreachable, { server });
