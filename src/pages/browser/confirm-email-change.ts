import { handleLinkPage } from './email-change.ts';

handleLinkPage({
  purpose: 'email_change',
  path: '/api/email-change/confirm',
  refusals: { email_taken: 'taken', account_not_active: 'suspended' },
});
