import { changeEmail } from '../../../accounts/administration/unsent-emails.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import { isWarning } from '../../../store/tables/email-bounds.ts';
import { ApiKeyNotAllowed, EmailNotFound, EmailUnchangeable } from '../../errors.ts';
import { EmptyObject } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { targetEmail, unchangeable } from './target-email.ts';

export const adminDropEmail = adminOperation(
  {
    id: 'adminDropEmail',
    summary: 'Drop an e-mail',
    description: 'One that is waiting or failed. API keys cannot drop a warning to an owner.',
    tag: 'Administration: e-mails',
    message: 'The e-mail is removed',
    answers: EmptyObject,
    errors: [ApiKeyNotAllowed, EmailNotFound, EmailUnchangeable],
  },
  async (context) => {
    const { services, admin } = context;
    const email = await targetEmail(context);
    if (!admin.user && isWarning(email.kind)) throw new ApiError(ApiKeyNotAllowed);
    if (!(await changeEmail(services.db, 'drop', email, admin.actor))) throw await unchangeable(context);
    return done({});
  },
);
