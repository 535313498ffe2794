import { NoSecondFactor } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { removeApp } from './authenticator-app.ts';

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
