import { removeApp } from '../../accounts/factors/authenticator-app.ts';
import { done } from '../../http/envelope.ts';
import { AccountSuspended, NoSecondFactor } from '../errors.ts';
import { operation } from '../operation.ts';
import { EmptyObject } from '../schemas.ts';
import { factorOwner } from './factor-owner.ts';

export const removeTotp = operation(
  {
    id: 'removeTotp',
    summary: 'Remove the authenticator app',
    description: 'Needs a recent login with a code.',
    tag: 'Second factors',
    message: 'Authenticator app removed',
    bearer: 'auth',
    needsRecentLogin: true,
    answers: EmptyObject,
    errors: [AccountSuspended, NoSecondFactor],
  },
  async (request, services) => {
    const owner = await factorOwner(request, services);
    await removeApp(services, owner);
    return done({});
  },
);
