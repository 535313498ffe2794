import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import { NotAList } from '../../../http/errors.ts';
import { EmptyField, InvalidMember, UserNotFound } from '../../errors.ts';
import { integer, list, named, object, oneOf } from '../../json-schema.ts';
import { narrowed } from '../../operation.ts';
import { adminOperation } from '../admin-operation.ts';
import { outcomeSchema, outcomesOf } from '../outcomes.ts';
import { BULK_ACTIONS } from './account-actions.ts';
import { userToChangeWithId } from './target-user.ts';

const MAX_IDS = 100;
const actions = Object.keys(BULK_ACTIONS);
const refusals = [UserNotFound, ...Object.values(BULK_ACTIONS).flatMap(({ errors }) => errors)];

export const adminChangeUsers = adminOperation(
  {
    id: 'adminChangeUsers',
    summary: 'Change several accounts',
    description: `Up to ${MAX_IDS}, each with its outcome.`,
    tag: 'Administration: users',
    message: 'Done',
    body: object({ action: oneOf(actions), ids: list(integer(), { minItems: 1, maxItems: MAX_IDS }) }),
    bodyIsRequired: true,
    answers: named(
      'AccountOutcomes',
      object({
        outcomes: list(object({ id: integer(), outcome: outcomeSchema(refusals) })),
      }),
    ),
    errors: [InvalidMember, NotAList, narrowed(EmptyField, { field: 'ids' })],
  },
  async (context) => {
    const body = await context.body();
    const action = body.text('action');
    const change = Object.hasOwn(BULK_ACTIONS, action) ? BULK_ACTIONS[action] : undefined;
    if (!change) throw new ApiError(InvalidMember, { field: 'action', rule: `one of ${actions.join(', ')}` });
    const ids = [...new Set(body.texts('ids'))];
    if (ids.length === 0) throw new ApiError(EmptyField, { field: 'ids' });
    if (ids.length > MAX_IDS || !ids.every((id) => /^\d{1,15}$/.test(id))) {
      throw new ApiError(InvalidMember, { field: 'ids', rule: `at most ${MAX_IDS} ids` });
    }
    const isOwn = (id: string) => Number(id) === context.admin.user?.id;
    const run = async (id: string) => change.run(context, await userToChangeWithId(context, id));
    const outcomes = await outcomesOf(ids, isOwn, run);
    return done({ outcomes: outcomes.map(({ item, outcome }) => ({ id: Number(item), outcome })) });
  },
);
