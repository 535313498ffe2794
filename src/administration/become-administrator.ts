import {
  AdminLinkOfAnother,
  EmptyField,
  FactorSetupRequired,
  InvalidAdminLink,
  ServerErrorTryLater,
} from '../api/errors.ts';
import { object, text } from '../api/json-schema.ts';
import { narrowed } from '../api/operation.ts';
import { protectedOperation } from '../api/protected-operation.ts';
import { EmptyObject } from '../api/schemas.ts';
import { needsFactorSetup } from '../core/factors/second-factors.ts';
import { ApiError } from '../http/api-error.ts';
import { done, success } from '../http/envelope.ts';
import { useAdminLink } from './admin-links.ts';

/** Not under /api/admin, because the sender is not an administrator yet. */
export const becomeAdministrator = protectedOperation(
  {
    id: 'becomeAdministrator',
    summary: 'Become an administrator',
    description: 'Takes the token of a link printed by `latchkey admin link`, which works once.',
    tag: 'Accounts',
    message: 'You are an administrator',
    bearer: 'auth',
    accountStatus: 'ACTIVE',
    needsRecentLogin: true,
    body: object({ token: text('The part of the link after #.') }),
    results: ['already_administrator'],
    answers: EmptyObject,
    errors: [narrowed(EmptyField, { field: 'token' }), InvalidAdminLink, AdminLinkOfAnother],
    failure: ServerErrorTryLater,
  },
  async (request, services, { user, claims, recentLogin }) => {
    // Checked as if the user were an administrator: none may exist without a demanded second factor.
    if (await needsFactorSetup(services, { ...user, role: 'ADMIN' }, claims.amr))
      throw new ApiError(FactorSetupRequired);

    const token = (await request.body()).text('token');
    if (token === '') throw new ApiError(EmptyField, { field: 'token' });
    const outcome = await useAdminLink(services.db, user, token, recentLogin, request.requester);
    if (outcome === 'done before')
      return { ...success('Already an administrator', {}), result: 'already_administrator' };
    return done({});
  },
);
