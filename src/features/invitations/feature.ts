import { admin, feature, lazy } from '../../api/route.ts';
import { byOutcome, counter } from '../../monitoring/prometheus-text.ts';
import type { Feature } from '../feature.ts';

const listedWith = 'invitations';
const inviteUser = () => import('./admin-invite-user.ts');
const inviteUsers = () => import('./admin-invite-users.ts');

export const invitations = {
  name: 'invitations',
  routes: [],
  // With REGISTRATION=closed too: links that people have keep working.
  always: [
    lazy('GET', '/api/invitation', () => import('./invitation-details.ts')),
    lazy('POST', '/api/invitation/accept', () => import('./accept-invitation.ts')),
    ...feature('admin', [
      { ...admin('POST', '/api/admin/users', inviteUser, 'adminInviteUser'), listedWith },
      admin('GET', '/api/admin/invitations', () => import('./admin-list-invitations.ts'), 'adminListInvitations'),
      { ...admin('POST', '/api/admin/invitations', inviteUsers, 'adminInviteUsers'), listedWith },
    ]),
  ],
  metrics: (_services, events) => [
    counter(
      'latchkey_invitations_total',
      'Accounts created by invitation, and invitations accepted.',
      byOutcome({ made: events.of('invited'), accepted: events.of('invitation_accepted') }),
    ),
  ],
} as const satisfies Feature;
