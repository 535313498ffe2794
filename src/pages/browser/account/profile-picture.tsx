import { useState } from 'preact/hooks';
import { pictureAddress } from '../base-path.ts';
import { initialsOf } from '../components/initials.ts';

interface Props {
  readonly id: string;
  readonly fullName: string;
  readonly address: string | null;
  /** Called once it is known whether the picture can be shown. */
  readonly settled?: (isShown: boolean) => void;
}

/** Shows initials until the picture has loaded, or if it does not load. */
export function ProfilePicture({ id, fullName, address, settled }: Props) {
  const [loaded, setLoaded] = useState<string>();
  return (
    <div class="avatar" id={id}>
      {address !== null && (
        <img
          key={address}
          src={pictureAddress(address)}
          alt=""
          referrerpolicy="no-referrer"
          hidden={loaded !== address}
          onLoad={() => {
            setLoaded(address);
            settled?.(true);
          }}
          onError={() => settled?.(false)}
        />
      )}
      <span aria-hidden="true">{initialsOf(fullName)}</span>
    </div>
  );
}
