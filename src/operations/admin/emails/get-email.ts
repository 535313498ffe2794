import { done } from '../../../http/envelope.ts';
import { attemptsOf } from '../../../store/tables/outbox-admin.ts';
import { EmailNotFound } from '../../errors.ts';
import { adminOperation } from '../admin-operation.ts';
import { ShownEmail, shownEmail } from './schema.ts';
import { targetEmail } from './target-email.ts';

/** Shows neither the text nor the link of the e-mail, which are created on sending and stored nowhere. */
export const adminGetEmail = adminOperation(
  {
    id: 'adminGetEmail',
    summary: 'Get an e-mail',
    description: 'Includes every answer of the mail server. The text is not stored.',
    tag: 'Administration: e-mails',
    message: 'E-mail retrieved successfully',
    answers: ShownEmail,
    errors: [EmailNotFound],
  },
  async (context) => {
    const email = await targetEmail(context);
    const attempts = await attemptsOf(context.services.db, email.id);
    return done(shownEmail(email, attempts));
  },
);
