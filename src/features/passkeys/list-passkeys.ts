import { protectedOperation } from '../../api/protected-operation.ts';
import { done } from '../../http/envelope.ts';
import * as ownPasskeys from './own-passkeys.ts';
import { Passkeys } from './schemas.ts';

export const listPasskeys = protectedOperation(
  {
    id: 'listPasskeys',
    summary: 'List your passkeys',
    description: 'Includes what the Signal API of browsers needs.',
    tag: 'Passkeys',
    message: 'Passkeys retrieved successfully',
    bearer: 'auth',
    whileActing: true,
    answers: Passkeys,
  },
  async (_request, services, { user }) => {
    const { relyingParty } = services.passkeys;
    return done(await ownPasskeys.listPasskeys(services.db, user, relyingParty()));
  },
);
