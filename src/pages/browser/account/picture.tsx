import { useRef, useState } from 'preact/hooks';
import type { Reply } from '../api.ts';
import { isUploaded } from '../base-path.ts';
import { Button } from '../components/button.tsx';
import { Form, Submit } from '../components/form.tsx';
import { notice, refusalNotice } from '../components/notice.tsx';
import { messages } from '../page.ts';
import { useAccount } from './account-context.ts';
import type { SavedProfile } from './answers.ts';
import { Card } from './card.tsx';
import { CancelButton, FormRow, useFormRow } from './form-row.tsx';
import { currentOwner, requestAsOwner } from './owner.ts';
import { texts } from './page-data.ts';
import { PictureField } from './picture-field.tsx';
import { ProfilePicture } from './profile-picture.tsx';

const { picture: words } = texts;
const PATH = '/api/me/picture';

/** The profile picture: uploaded, or a link. */
export function Picture() {
  const { user, showUser } = useAccount();
  const row = useFormRow();
  const chosen = useRef<HTMLInputElement>(null);
  const { profile_image_url: address, full_name: fullName } = user;

  const show = ({ data }: Reply) => showUser({ ...(currentOwner() ?? user), ...(data as SavedProfile) });
  const showResult = (reply: Reply, done: string) => {
    if (reply.ok) show(reply);
    row.showNotice(reply.ok ? notice(done, 'success') : refusalNotice(reply));
  };
  const upload = async (file: File) => {
    row.showNotice(notice(words.uploading, 'neutral'));
    const { squarePicture } = await import('./square-picture.ts');
    const image = await squarePicture(file);
    if (image === undefined) return row.showNotice(notice(words.unreadable, 'danger'));
    showResult(await requestAsOwner('PUT', PATH, { image }), words.saved);
  };
  const link = (url: string) => requestAsOwner('PUT', '/api/me', { profile_image_url: url });
  return (
    <Card id="picture" title={texts.fields.profile_image_url}>
      <input
        ref={chosen}
        type="file"
        accept="image/*"
        hidden
        aria-label={words.upload}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Lets the user choose the same file again.
          currentTarget.value = '';
          if (file) void upload(file);
        }}
      />
      <FormRow
        id="picture"
        row={row}
        openLabel={words.useLink}
        value={
          <div class="row picture-now">
            <ProfilePicture id="preview" fullName={fullName} address={address} />
            <p class="soft grow">{words.lead}</p>
          </div>
        }
        before={
          address !== null && (
            <Button
              label={words.remove}
              run={async () => showResult(await requestAsOwner('DELETE', PATH), words.removed)}
            />
          )
        }
        actions={<Button label={words.upload} run={() => chosen.current?.click()} />}
      >
        <LinkForm
          send={link}
          close={(reply) => {
            if (reply) show(reply);
            row.close(reply && notice(messages.saved, 'success'));
          }}
        />
      </FormRow>
    </Card>
  );
}

interface LinkFormProps {
  readonly send: (url: string) => Promise<Reply>;
  /** Called with the accepted answer. */
  readonly close: (reply?: Reply) => void;
}

function LinkForm({ send, close }: LinkFormProps) {
  const { user } = useAccount();
  const [url, setUrl] = useState(isLink(user.profile_image_url) ? (user.profile_image_url ?? '') : '');
  return (
    <Form id="picture-form" class="stack" send={() => send(url.trim())} succeeded={close}>
      <PictureField value={url} change={setUrl} fullName={user.full_name} />
      <Submit label={texts.account.save}>
        <CancelButton onClick={() => close()} />
      </Submit>
    </Form>
  );
}

/** Excludes uploaded pictures, whose address means nothing to people. */
const isLink = (address: string | null): boolean => address !== null && !isUploaded(address);
