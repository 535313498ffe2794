import { SelectField } from '../../pages/browser/components/fields.tsx';
import { TypedField } from '../../pages/browser/components/typed-field.tsx';
import { fieldValue, isCustom, isMissing } from '../../pages/browser/field-values.ts';
import type { FieldInput } from '../../pages/forms.ts';
import { languageChoices } from '../components/format.tsx';
import type { UserDetails } from './answers.ts';
import { frameData, textsOf } from './texts.ts';

const { fields } = frameData;

export const isRequired = (name: string): boolean => fields.some((field) => field.required && field.name === name);

interface Props {
  readonly fields: readonly FieldInput[];
  /** The account to change; undefined for a new one, which need not have custom fields. */
  readonly user?: UserDetails;
}

/** Fields in a dialog about another account. Required fields may stay empty if the owner has not filled them in. */
export const AccountFields = ({ fields, user }: Props) => (
  <>
    {fields.map((field) => (
      <TypedField
        key={field.name}
        field={{ ...field, required: field.required && (user ? !isMissing(user, field) : !isCustom(field)) }}
        // Not autofilled: browsers would enter the administrator's own data.
        autocomplete="off"
        autocapitalize="none"
        initial={user ? (fieldValue(user, field.name) ?? null) : null}
        hint={field.name === 'profile_image_url' ? textsOf('user').change.pictureHint : ''}
      />
    ))}
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
