import type { ComponentChildren } from 'preact';
import { fill } from '../../texts/fill.ts';
import type { UserDetails } from './answers.ts';
import { EventActor } from './audit-event.tsx';
import { dayOf } from './components/times.tsx';
import { textsOf } from './texts.ts';

const texts = textsOf('user');

interface UserProps {
  readonly user: UserDetails;
}

interface NoteProps {
  readonly mood: 'danger' | 'neutral';
  readonly children: ComponentChildren;
}

const Note = ({ mood, children }: NoteProps) => (
  <div class={`notice ${mood}`}>
    <span>{children}</span>
  </div>
);

/** What is special about the account at the moment, above everything else. */
export const UserNotes = ({ user }: UserProps) => (
  <>
    {user.account_status === 'SUSPENDED' && (
      <Note mood="danger">
        <Suspension user={user} />
      </Note>
    )}
    {user.account_status === 'INACTIVE' && (
      <Note mood="neutral">{user.invited ? texts.invitedNote : texts.unverifiedNote}</Note>
    )}
    {user.deletion_due_at !== null && (
      <Note mood="danger">{fill(texts.deletionNote, { date: dayOf(user.deletion_due_at) })}</Note>
    )}
    {user.email_change !== null && (
      <Note mood="neutral">{fill(texts.changeNote, { email: user.email_change.new_email })}</Note>
    )}
  </>
);

/** With a link to whoever it was. */
function Suspension({ user: { suspended_by: actor, suspended_at: time } }: UserProps) {
  if (actor === null || time === null) return <>{texts.suspendedNote}</>;
  const [before, after] = fill(texts.suspendedBy, { date: dayOf(time) }).split('{actor}');
  return (
    <>
      {before}
      <EventActor actor={actor} />
      {after}
    </>
  );
}
