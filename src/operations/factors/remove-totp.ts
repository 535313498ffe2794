import { removeApp } from '../../accounts/factors/authenticator-app.ts';
import { done } from '../../http/envelope.ts';
import { NoSecondFactor } from '../errors.ts';
import { protectedOperation } from '../protected-operation.ts';
import { EmptyObject } from '../schemas.ts';

export const removeTotp = protectedOperation(
  {
    id: 'removeTotp',
    summary: 'Remove the authenticator app',
    description: 'Needs a recent login with a code.',
    tag: 'Second factors',
    message: 'Authenticator app removed',
    bearer: 'auth',
    needsRecentLogin: 'with second factor',
    answers: EmptyObject,
    errors: [NoSecondFactor],
  },
  async (_request, services, owner) => {
    await removeApp(services, owner);
    return done({});
  },
);
