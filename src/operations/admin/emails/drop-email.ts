import { changeEmail } from '../../../accounts/administration/unsent-emails.ts';
import { done } from '../../../http/envelope.ts';
import { EmailNotFound, EmailUnchangeable } from '../../errors.ts';
import { EmptyObject } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { targetEmail, unchangeable } from './target-email.ts';

export const adminDropEmail = adminOperation(
  {
    id: 'adminDropEmail',
    summary: 'Drop an e-mail',
    description: 'One that is waiting or failed.',
    tag: 'Administration: e-mails',
    message: 'The e-mail is removed',
    answers: EmptyObject,
    errors: [EmailNotFound, EmailUnchangeable],
  },
  async (context) => {
    const { services, admin } = context;
    if (!(await changeEmail(services.db, 'drop', await targetEmail(context), admin.actor)))
      throw await unchangeable(context);
    return done({});
  },
);
