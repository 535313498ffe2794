import { Button } from '../../pages/browser/components/button.tsx';
import { fill } from '../../pages/texts/fill.ts';
import { TimeAgo } from '../components/format.tsx';
import { useLoaded } from '../components/loaded.tsx';
import { toastReply } from '../components/toasts.tsx';
import { nameOf } from './accounts.tsx';
import { remove } from './admin-api.ts';
import type { ShownUser, UserNotes } from './answers.ts';
import { EventActor } from './audit-event.tsx';
import { confirmed, loadPart } from './dialogs.ts';
import { useOffered } from './screen-actions.ts';
import { textsOf } from './texts.ts';
import { UserCard } from './user-card.tsx';

const texts = textsOf('user').notes;

export function NotesCard({ user, path }: Pick<ShownUser, 'user' | 'path'>) {
  const { data, reload } = useLoaded<UserNotes>(`${path}/notes`);
  const drop = async (id: number) => {
    const { removeTitle: title, removeLead: lead, remove: action } = texts;
    if (!(await confirmed({ title, lead, action, isDangerous: true }))) return;
    toastReply(await remove(`${path}/notes/${id}`), texts.removed);
    await reload();
  };
  const add = async () => {
    const part = await loadPart(() => import('./user-dialogs.tsx'));
    if (await part?.addNote(path)) await reload();
  };
  useOffered('notes', nameOf(user), [{ id: 'add-note', label: texts.add, icon: 'add', run: add }]);
  return (
    <UserCard title={texts.title} action={<Button isCompact label={texts.add} run={add} />}>
      {data?.notes.length === 0 && <p class="soft">{texts.none}</p>}
      {data && data.notes.length > 0 && (
        <ul class="entries">
          {data.notes.map(({ id, text, author, author_email, created_at }) => (
            <li key={id}>
              <div>
                <p class="note-text">{text}</p>
                <p class="soft small">
                  <EventActor actor={author} email={author_email} /> · <TimeAgo time={created_at} />
                </p>
              </div>
              <Button
                isCompact
                label={texts.remove}
                aria-label={fill(texts.removeOf, { text: text.slice(0, 40) })}
                run={() => drop(id)}
              />
            </li>
          ))}
        </ul>
      )}
    </UserCard>
  );
}
