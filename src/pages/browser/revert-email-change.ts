import { handleLinkPage } from './email-change.ts';

await handleLinkPage({
  purpose: 'email_change_revert',
  path: '/api/email-change/revert',
  refusals: { email_taken: 'taken' },
});
