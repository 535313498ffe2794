import { fill } from '../../texts/fill.ts';
import { Button } from '../components/button.tsx';
import { dayInWords } from '../day-in-words.ts';
import { logOut, type User } from '../session.ts';
import { texts } from './page-data.ts';
import { ProfilePicture } from './profile-picture.tsx';

/** Shown above every section. */
export const PageHeader = ({ user }: { readonly user: User }) => (
  <>
    <h1 class="unseen">{texts.account.title}</h1>
    <div class="identity">
      <ProfilePicture id="avatar" fullName={user.full_name} address={user.profile_image_url} />
      <div>
        <p class="name">{user.full_name}</p>
        <p class="soft" id="address">
          {user.email}
        </p>
        <p class="soft small since">{fill(texts.account.since, { date: dayInWords(user.created_at) })}</p>
      </div>
      <Button isCompact label={texts.actions.logout} run={logOut} />
    </div>
  </>
);
