import { fill } from '../../texts/fill.ts';
import { Button } from '../components/button.tsx';
import { Panel } from '../components/panel.tsx';
import { longDate } from '../day-in-words.ts';
import { pageData, texts } from './page-data.ts';

export const Unavailable = ({ reason, retry }: { readonly reason: string; readonly retry: () => void }) => (
  <Panel title={texts.account.unavailableTitle} sign="warning">
    <p>{reason}</p>
    <Button mood="main" label={texts.account.retry} run={retry} />
  </Panel>
);

/** Shown after the deletion. `deletesAt` is null if the account is already gone. */
export const Farewell = ({ deletesAt }: { readonly deletesAt: string | null }) =>
  deletesAt === null ? (
    <Panel title={texts.deletion.deletedTitle} sign="done">
      <p>{texts.deletion.deleted}</p>
      <a class="button" href={pageData.links.home}>
        {texts.goHome}
      </a>
    </Panel>
  ) : (
    <Panel title={texts.deletion.scheduledTitle} sign="done">
      <p>{fill(texts.deletion.scheduled, { date: longDate(deletesAt) })}</p>
      <a class="button plain" href={pageData.links.login}>
        {texts.actions.login}
      </a>
    </Panel>
  );
