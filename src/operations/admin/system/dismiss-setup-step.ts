import { dismissSetupStep } from '../../../accounts/administration/installation-events.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import { NotFound } from '../../../http/errors.ts';
import { InvalidMember } from '../../errors.ts';
import { boolean, object } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { readEnumMember } from '../read-body.ts';
import { readSetup, SETUP_STEPS, Setup } from './setup-steps.ts';

export const adminDismissSetupStep = adminOperation(
  {
    id: 'adminDismissSetupStep',
    summary: 'Dismiss a setup step',
    description: 'For example, if backups are made by other means. Can be taken back.',
    tag: 'Administration: system',
    message: 'The step is noted',
    body: object({ dismissed: boolean() }),
    bodyIsRequired: true,
    answers: Setup,
    errors: [NotFound, InvalidMember],
  },
  async ({ request, body, services, admin }) => {
    const step = SETUP_STEPS.find((name) => name === request.params.step);
    if (step === undefined) throw new ApiError(NotFound);
    const dismissed = readEnumMember(await body(), 'dismissed', ['true', 'false']);
    await dismissSetupStep(services.db, step, dismissed === 'true', admin.actor);
    return done(await readSetup(services));
  },
);
