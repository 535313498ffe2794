import { done } from '../../../http/envelope.ts';
import { adminOperation } from '../admin-operation.ts';
import { readSetup, Setup } from './setup-steps.ts';

export const adminGetSetup = adminOperation(
  {
    id: 'adminGetSetup',
    summary: 'Get the remaining setup steps',
    description: 'Mail server, second factors of administrators, return addresses, brand and backups.',
    tag: 'Administration: system',
    message: 'Setup retrieved successfully',
    answers: Setup,
  },
  async ({ services }) => done(await readSetup(services)),
);
