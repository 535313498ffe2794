import { useState } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { dayInWords } from '../day-in-words.ts';
import { resourceInWords } from '../resource-in-words.ts';
import { useWhenSeen } from './account-context.ts';
import type { UsedApp } from './answers.ts';
import { Card, Item, ItemButton, ItemList } from './card.tsx';
import { Dialog } from './dialog.tsx';
import { Form, Submit } from './form.tsx';
import { Notice, type Said, say, sayRefusal } from './notice.tsx';
import { requestAsOwner } from './owner.ts';
import { texts } from './page-data.ts';
import { ProfilePicture } from './profile-picture.tsx';

const { apps: words } = texts;
const PATH = '/api/me/apps';

/** The apps that the account was used with. */
export function Apps() {
  const [apps, setApps] = useState<readonly UsedApp[]>();
  const [leaving, setLeaving] = useState<UsedApp>();
  const [said, setSaid] = useState<Said>();
  const load = async () => {
    const reply = await requestAsOwner('GET', PATH);
    if (reply.ok) setApps((reply.data as { readonly apps: readonly UsedApp[] }).apps);
    else setSaid(sayRefusal(reply));
  };
  useWhenSeen('security', () => {
    setSaid(undefined);
    void load();
  });
  const finish = async () => {
    setLeaving(undefined);
    await load();
    setSaid(say(words.removed, 'success', true));
  };
  return (
    <Card id="apps" title={words.title} lead={words.lead}>
      {apps && apps.length > 0 && (
        <ItemList id="apps" class="apps">
          {apps.map((app) => (
            <AppItem key={app.id} app={app} remove={() => setLeaving(app)} />
          ))}
        </ItemList>
      )}
      {apps?.length === 0 && <p class="soft">{words.none}</p>}
      {said && (
        <div class="submit">
          <Notice said={said} />
        </div>
      )}
      {leaving && <RemoveApp app={leaving} finish={finish} close={() => setLeaving(undefined)} />}
    </Card>
  );
}

interface ItemProps {
  readonly app: UsedApp;
  readonly remove: () => void;
}

const AppItem = ({ app: { id, name, logo_url, host, scopes, resources, since, last_used_at }, remove }: ItemProps) => (
  <Item
    name={name}
    details={[
      ...(host === null ? [] : [host]),
      fill(words.since, { time: dayInWords(since) }),
      fill(words.used, { time: dayInWords(last_used_at) }),
    ]}
    picture={<ProfilePicture id={`app-${id}`} fullName={name} address={logo_url} />}
    more={
      <ul class="scopes soft small">
        {resources.map((resource) => (
          <li key={resource.url}>{resourceInWords(resource, texts)}</li>
        ))}
        {scopes.map((scope) => (
          <li key={scope}>{texts.scopes[scope]}</li>
        ))}
      </ul>
    }
  >
    <ItemButton label={words.remove} fullLabel={fill(words.removeNamed, { app: name })} onClick={remove} />
  </Item>
);

interface RemoveProps {
  readonly app: UsedApp;
  readonly finish: () => void;
  readonly close: () => void;
}

function RemoveApp({ app, finish, close }: RemoveProps) {
  return (
    <Dialog id="remove-app" describedBy="remove-app-lead" closed={close}>
      <Form
        id="remove-app-form"
        class="stack"
        send={() => requestAsOwner('DELETE', `${PATH}/${encodeURIComponent(app.id)}`)}
        succeeded={finish}
        refused={({ code }) => {
          // One that is gone already is what was wanted.
          if (code !== 'app_not_found') return undefined;
          finish();
          return true;
        }}
      >
        <h2 id="remove-app-title">{words.removeQuestion}</h2>
        <p class="value">{app.name}</p>
        <p class="soft" id="remove-app-lead">
          {words.removeLead}
        </p>
        <Submit label={words.remove} variant="danger" />
        <button class="button plain" type="button" onClick={close}>
          {words.cancel}
        </button>
      </Form>
    </Dialog>
  );
}
