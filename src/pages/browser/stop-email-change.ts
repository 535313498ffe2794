import { handleLinkPage } from './email-change.ts';

handleLinkPage({
  purpose: 'email_change_stop',
  path: '/api/email-change/stop',
  refusals: { email_already_changed: 'late' },
});
