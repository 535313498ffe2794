import { PROFILE_FIELDS, type ProfileField } from '../../config/built-in-fields.ts';
import { OwnFields } from '../../pages/browser/components/custom-fields.tsx';
import { SelectField } from '../../pages/browser/components/fields.tsx';
import { languageChoices } from '../components/format.tsx';
import type { UserDetails } from './answers.ts';
import { PlainField } from './form-dialogs.tsx';
import { common, frameData, textsOf } from './texts.ts';

const { fields, own } = frameData;

/** `name` may be one of FIELDS_FILE: `fields.company`. */
export const isRequired = (name: string): boolean =>
  Object.entries(fields.presence).some(([field, presence]) => field === name && presence === 'required') ||
  own.some((field) => field.required && `fields.${field.name}` === name);

interface Props {
  readonly names: readonly ProfileField[];
  /** The account to change; undefined for a new one. */
  readonly user?: Pick<UserDetails, ProfileField | 'fields'>;
}

/** Fields in a dialog about another account. Required fields may stay empty if the owner has not filled them in. */
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

interface LanguageProps {
  readonly label: string;
  readonly value: string;
}

/** Includes the account's present language, which the service may no longer offer. Hidden if there is no choice. */
export const LanguageField = ({ label, value }: LanguageProps) =>
  frameData.languages.length > 0 && (
    <SelectField
      name="language"
      label={label}
      choices={languageChoices([...new Set([...frameData.languages.map(({ tag }) => tag), value])])}
      value={value}
    />
  );
