import { clientRepresentation } from '../../../accounts/apps/openid-client-representation.ts';
import { DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS } from '../../../accounts/apps/openid-client-rules.ts';
import { rotateClientSecret } from '../../../accounts/apps/openid-clients.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import type { Body } from '../../../http/json-body.ts';
import { ClientNotFound, ClientWithoutSecret, InvalidMember } from '../../errors.ts';
import { integer, partialObject } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { ClientWithSecret } from './schema.ts';

export const adminRotateClientSecret = adminOperation(
  {
    id: 'adminRotateClientSecret',
    summary: "Rotate an OpenID client's secret",
    description: 'The new secret is shown only in this answer. The previous one works for a while.',
    tag: 'Administration: OpenID clients',
    message: 'Secret rotated',
    body: partialObject({
      overlap_seconds: integer({
        minimum: 0,
        maximum: MAX_OVERLAP_SECONDS,
        default: DEFAULT_OVERLAP_SECONDS,
        description: 'How long the previous secret works.',
      }),
    }),
    answers: ClientWithSecret,
    errors: [ClientNotFound, ClientWithoutSecret, InvalidMember],
  },
  async ({ request, body, services, admin }) => {
    const rotation = { id: request.params.id ?? '', overlapSeconds: readOverlap(await body()) };
    const rotated = await rotateClientSecret(services.db, rotation, admin.recentLogin, admin.actor);
    return done({ client: clientRepresentation(rotated.client), client_secret: rotated.secret });
  },
);

function readOverlap(body: Body): number {
  const text = body.text('overlap_seconds');
  if (text === '') return DEFAULT_OVERLAP_SECONDS;
  if (!/^\d{1,7}$/.test(text) || Number(text) > MAX_OVERLAP_SECONDS) {
    throw new ApiError(InvalidMember, { field: 'overlap_seconds', rule: `a number from 0 to ${MAX_OVERLAP_SECONDS}` });
  }
  return Number(text);
}
