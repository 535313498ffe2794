import type { AnswerOf } from '../../src/api/operation.ts';
import type { ROUTES } from '../../src/app/routes.ts';
import type { InboxMessage } from '../../src/mail/developer-inbox.ts';

type OneRoute = (typeof ROUTES)[number];
type OperationAt<One extends OneRoute> = Awaited<ReturnType<One['load']>>;

/** What each operation declares as `data` of its answer: `Answers['POST /api/login']`. */
export type Answers = {
  readonly [One in OneRoute as `${One['method']} ${One['path']}`]: AnswerOf<OperationAt<One>>;
} & { readonly 'GET /dev/inbox': readonly InboxMessage[] };

/** What a request is answered with, from the literal types of its method and path; unknown where those are computed. */
export type DataOf<Method extends string, Path extends string> = DataAt<`${Method} ${Pathname<Path>}`>;

type Pathname<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path;

type DataAt<Target extends string> = Target extends keyof Answers
  ? Answers[Target]
  : Blanked<Target> extends keyof BlankedAnswers
    ? BlankedAnswers[Blanked<Target>]
    : unknown;

type BlankedAnswers = { readonly [Pattern in keyof Answers as Blanked<Pattern>]: Answers[Pattern] };

/**
 * `GET /api/admin/users/:`, for `GET /api/admin/users/:id` and for `GET /api/admin/users/${number}`: one look-up. To try
 * every pattern on every path takes the compiler longer than all the rest of the tests.
 */
type Blanked<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? `${BlankedSegment<Segment>}/${Blanked<Rest>}`
  : BlankedSegment<Path>;

/** `undefined` is in the place of a number that may be missing: `/users/${found?.id}`. */
type BlankedSegment<Segment extends string> = Segment extends `:${string}` | 'undefined'
  ? ':'
  : IsLiteral<Segment> extends true
    ? Segment
    : ':';

/** A placeholder is not one key that must be there. */
type IsLiteral<Segment extends string> = Record<never, never> extends Record<Segment, true> ? false : true;
