import { handleLinkPage } from './email-change.ts';

await handleLinkPage({
  purpose: 'email_change_stop',
  path: '/api/email-change/stop',
  refusals: { email_already_changed: 'changed' },
});
