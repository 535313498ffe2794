import { MAX_NOTE_LENGTH } from '../../../accounts/administration/user-notes.ts';
import { integer, named, nullableString, object, string } from '../../json-schema.ts';

/** May have several lines. */
export const noteText = string({ minLength: 1, maxLength: MAX_NOTE_LENGTH, examples: ['Called about an invoice.'] });

export const UserNote = named(
  'UserNote',
  object({
    id: integer(),
    text: noteText,
    author: string({ description: '`user:<id>` or `key:<id>`, as the actor of an audit event.' }),
    author_email: nullableString({ description: 'The e-mail address of the author, if there is an account.' }),
    created_at: string({ format: 'date-time' }),
  }),
);
