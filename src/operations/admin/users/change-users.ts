import { Refusal } from '../../../accounts/refusal.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import { NotAList } from '../../../http/errors.ts';
import { decideAgain } from '../../../store/commit.ts';
import { isOfSender } from '../../../store/request-sender.ts';
import { EmptyField, InvalidMember, UserNotFound } from '../../errors.ts';
import { integer, list, named, object, oneOf } from '../../json-schema.ts';
import { narrowed } from '../../operation.ts';
import { type AdminRequest, adminOperation } from '../admin-operation.ts';
import { BULK_ACTIONS } from './account-actions.ts';
import { userToChangeWithId } from './target-user.ts';

const MAX_IDS = 100;
const actions = Object.keys(BULK_ACTIONS);
const refusals = [UserNotFound, ...Object.values(BULK_ACTIONS).flatMap(({ errors }) => errors)];
const OUTCOMES = ['done', ...new Set(refusals.map(({ code }) => code))];

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
        outcomes: list(
          object({ id: integer(), outcome: { ...oneOf(OUTCOMES), description: '`done`, or the error code.' } }),
        ),
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
    const outcomes = new Map<string, string>();
    const isOwn = (id: string) => Number(id) === context.admin.user?.id;
    // One after another, because a hundred concurrent transactions would take all connections. The sender's own account
    // comes last: once it is suspended or logged out, nothing more is allowed.
    for (const id of ids.toSorted((one, other) => Number(isOwn(one)) - Number(isOwn(other)))) {
      outcomes.set(id, await outcomeOf(context, change, id));
    }
    return done({ outcomes: ids.map((id) => ({ id: Number(id), outcome: outcomes.get(id) })) });
  },
);

async function outcomeOf(
  context: AdminRequest<true>,
  change: (typeof BULK_ACTIONS)[string],
  id: string,
): Promise<string> {
  try {
    // Repeats this account only, because the ones before it are changed.
    await decideAgain(async () => change?.run(context, await userToChangeWithId(context, id)), isOfSender);
    return 'done';
  } catch (error) {
    if (error instanceof ApiError || error instanceof Refusal) return error.code;
    throw error;
  }
}
