import { PROFILE_FIELDS, type ProfileField } from '../../config/profile-fields.ts';
import { OwnFields, type OwnValues } from '../../pages/browser/components/own-fields.tsx';
import type { UserDetails } from './answers.ts';
import { PlainField } from './form-dialogs.tsx';
import { common, frameData, textsOf } from './texts.ts';

const { fields, own } = frameData;

type User = Pick<UserDetails, ProfileField> & { readonly fields?: OwnValues };

/** Also of FIELDS_FILE, as `fields.company`. */
export const isRequired = (name: string): boolean =>
  Object.entries(fields.presence).some(([field, presence]) => field === name && presence === 'required') ||
  own.some((field) => field.required && `fields.${field.name}` === name);

interface Props {
  readonly names: readonly ProfileField[];
  /** The account to change; undefined for a new one. */
  readonly user?: User;
}

/** Fields in a dialog about another account. Administrators may leave out what its owner has not entered. */
export const AccountFields = ({ names, user }: Props) => (
  <>
    {names.map((name) => (
      <PlainField
        key={name}
        name={name}
        label={common.profileFields[name]}
        type={PROFILE_FIELDS[name].input.type}
        required={isRequired(name) && user?.[name] !== ''}
        max={PROFILE_FIELDS[name].maxCodePoints}
        defaultValue={user?.[name] ?? ''}
        hint={name === 'profile_image_url' ? textsOf('user').change.pictureHint : ''}
      />
    ))}
    <OwnFields
      own={own.map((field) => ({
        ...field,
        required: field.required && (user?.fields?.[field.name] ?? null) !== null,
      }))}
      optional="{field}"
      values={user?.fields ?? {}}
    />
  </>
);
