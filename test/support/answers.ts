import type { InboxMessage } from '../../src/mail/developer-inbox.ts';
import type { AnswerOf } from '../../src/operations/operation.ts';
import type { ROUTES } from '../../src/operations/routes.ts';

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
  : [PatternOf<Target>] extends [never]
    ? unknown
    : Answers[PatternOf<Target>];

/** `GET /api/admin/users/:id` for `GET /api/admin/users/${number}`. */
type PatternOf<Target extends string, Pattern extends keyof Answers = keyof Answers> = Pattern extends string
  ? Fits<Target, Pattern> extends true
    ? Pattern
    : never
  : never;

/** Segment by segment: a placeholder alone would fit slashes too. */
type Fits<Target extends string, Pattern extends string> = Pattern extends `${infer Expected}/${infer Others}`
  ? Target extends `${infer Segment}/${infer Rest}`
    ? Segment extends Filled<Expected>
      ? Fits<Rest, Others>
      : false
    : false
  : Target extends `${string}/${string}`
    ? false
    : Target extends Filled<Pattern>
      ? true
      : false;

type Filled<Expected extends string> = Expected extends `:${string}` ? string : Expected;
