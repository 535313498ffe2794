import { adminOperation } from '../../administration/admin-operation.ts';
import { cursorOf, limitOf, PAGE_PARAMETERS, pageOf, readCursor } from '../../administration/page-cursor.ts';
import { integer, named, nullableString, object, string } from '../../api/json-schema.ts';
import { emailAddress, Role } from '../../api/schemas.ts';
import { lifetimeMs } from '../../declare/purposes-and-lifetimes.ts';
import { done } from '../../http/envelope.ts';
import { isoTime } from '../../lib/iso-time.ts';
import * as invitations from './table.ts';

const time = string({ format: 'date-time' });

export const adminListInvitations = adminOperation(
  {
    id: 'adminListInvitations',
    summary: 'List open invitations',
    description: 'Newest first. Expired invitations stay until they are sent again or cancelled.',
    tag: 'Administration: users',
    message: 'Invitations retrieved successfully',
    query: PAGE_PARAMETERS,
    answers: pageOf(
      'InvitationPage',
      named(
        'Invitation',
        object({
          id: integer({ description: 'Of the account.' }),
          email: emailAddress,
          role: Role,
          invited_by: nullableString({
            description: '`user:<id>`, `key:<id>` or `operator`; null: no longer known.',
          }),
          invited_by_email: nullableString({
            description: 'The e-mail address of the administrator, if there is an account.',
          }),
          sent_at: time,
          expires_at: time,
        }),
      ),
    ),
    compressible: true,
  },
  async ({ services, query }) => {
    const limit = limitOf(query);
    const found = await invitations.page(services.db, readCursor(query)?.id ?? Number.MAX_SAFE_INTEGER, limit + 1);
    const last = found.length > limit ? found[limit - 1] : undefined;
    return done({
      items: found.slice(0, limit).map(({ id, email, role, invitedBy, invitedByEmail, sentAtMs }) => ({
        id,
        email,
        role,
        invited_by: invitedBy,
        invited_by_email: invitedByEmail,
        sent_at: isoTime(sentAtMs),
        expires_at: isoTime(sentAtMs + lifetimeMs('invitation')),
      })),
      next: last ? cursorOf(query, { key: '', id: last.id }) : null,
    });
  },
);
