import { fill } from '../../texts/fill.ts';
import { ask, successIfGone } from '../components/ask.tsx';
import { Button } from '../components/button.tsx';
import { notice } from '../components/notice.tsx';
import { describeResource } from '../describe-resource.ts';
import { formatDay } from '../format-day.ts';
import { useSecurityList } from './account-context.ts';
import type { UsedApp } from './answers.ts';
import { Actions, Card, Item, ItemList } from './card.tsx';
import { requestAsOwner } from './owner.ts';
import { texts } from './page-data.ts';
import { ProfilePicture } from './profile-picture.tsx';

const { apps: words } = texts;
const PATH = '/api/me/apps';

/** The apps that the account has been used with. */
export function Apps() {
  const { data, noticeText, setNoticeText, load } = useSecurityList<{ readonly apps: readonly UsedApp[] }>(PATH);
  const remove = async ({ id, name }: UsedApp) => {
    const reply = await ask({
      id: 'remove-app',
      title: words.removeQuestion,
      subject: name,
      lead: words.removeLead,
      action: words.remove,
      isDangerous: true,
      cancel: words.cancel,
      send: () => successIfGone(requestAsOwner('DELETE', `${PATH}/${encodeURIComponent(id)}`), 'app_not_found'),
    });
    if (!reply) return;
    await load();
    setNoticeText(notice(words.removed, 'success', true));
  };
  return (
    <Card id="apps" title={words.title} lead={words.lead}>
      <ItemList id="apps" class="apps" entries={data?.apps} none={words.none}>
        {(app) => <AppItem key={app.id} app={app} remove={() => remove(app)} />}
      </ItemList>
      {noticeText && <Actions notice={noticeText} />}
    </Card>
  );
}

interface ItemProps {
  readonly app: UsedApp;
  readonly remove: () => Promise<void>;
}

const AppItem = ({ app: { id, name, logo_url, host, scopes, resources, since, last_used_at }, remove }: ItemProps) => (
  <Item
    name={name}
    details={[
      ...(host === null ? [] : [host]),
      fill(words.since, { time: formatDay(since) }),
      fill(words.used, { time: formatDay(last_used_at) }),
    ]}
    picture={<ProfilePicture id={`app-${id}`} fullName={name} address={logo_url} />}
    more={
      <ul class="bullets soft small">
        {resources.map((resource) => (
          <li key={resource.url}>{describeResource(resource, texts)}</li>
        ))}
        {scopes.map((scope) => (
          <li key={scope}>{texts.scopes[scope]}</li>
        ))}
      </ul>
    }
  >
    <Button isCompact label={words.remove} aria-label={fill(words.removeNamed, { app: name })} run={remove} />
  </Item>
);
