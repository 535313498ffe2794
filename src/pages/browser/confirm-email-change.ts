import { handleLinkPage } from './email-change.ts';

await handleLinkPage({
  purpose: 'email_change',
  path: '/api/email-change/confirm',
  refusals: { email_already_changed: 'already', email_taken: 'taken', account_not_active: 'suspended' },
});
