import { useEffect, useState } from 'preact/hooks';
import { PROFILE_FIELDS } from '../../../config/built-in-fields.ts';
import { TextField } from '../components/fields.tsx';
import { useAccount } from './account-context.ts';
import { texts } from './page-data.ts';
import { ProfilePicture } from './profile-picture.tsx';

interface Props {
  readonly value: string;
  readonly change: (value: string) => void;
  readonly fullName: string;
}

/**
 * The address of a picture, with a preview. The preview loads after the input is complete, because each half-typed
 * address would send a request to an unintended host. It shows only what the page would load after saving.
 */
export function PictureField({ value, change, fullName }: Props) {
  const { user } = useAccount();
  const [previewed, setPreviewed] = useState(value);
  const [hasFailed, setFailed] = useState(false);
  const preview = (address: string) => {
    if (address !== previewed) setFailed(false);
    setPreviewed(address);
  };
  useEffect(() => preview(value), [user]);
  const failure = hasFailed ? texts.account.pictureFailed : '';
  return (
    <div class="picture-field">
      <ProfilePicture
        id="preview"
        fullName={fullName}
        address={pictureAddress(previewed.trim())}
        settled={(isShown) => setFailed(!isShown)}
      />
      <div class="grow">
        <TextField
          name="profile_image_url"
          label={texts.fields.profile_image_url}
          {...PROFILE_FIELDS.profile_image_url.input}
          max={PROFILE_FIELDS.profile_image_url.maxCodePoints}
          required={false}
          // Replaces the hint, because another line would move the button below.
          hint={failure || texts.hints.profile_image_url}
          value={value}
          onInput={({ currentTarget }) => change(currentTarget.value)}
          onChange={({ currentTarget }) => preview(currentTarget.value)}
        />
        <p class="unseen" role="status">
          {failure}
        </p>
      </div>
    </div>
  );
}

/** Null if the text is not an address of a picture; the service reports that when it is saved. */
function pictureAddress(text: string): string | null {
  try {
    return text !== '' && ['https:', 'http:'].includes(new URL(text, location.href).protocol) ? text : null;
  } catch {
    return null;
  }
}
