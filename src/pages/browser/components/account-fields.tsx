import type { FormField, OwnInput } from '../../forms.ts';
import { OwnFields } from './own-fields.tsx';
import { usePage } from './page-data.ts';
import { ProfileField } from './profile-field.tsx';

interface Props {
  readonly names: readonly FormField[];
  readonly own: readonly OwnInput[];
}

/** Profile fields and those of FIELDS_FILE. */
export const AccountFields = ({ names, own }: Props) => (
  <>
    {names.map((name) => (
      <ProfileField key={name} name={name} />
    ))}
    <OwnFields own={own} optional={usePage().texts.fields.optional} />
  </>
);
