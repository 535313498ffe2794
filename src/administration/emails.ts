import { ApiKeyNotAllowed, EmailNotFound, EmailUnchangeable, TooManyEmails } from '../api/errors.ts';
import { list, named, object, oneOf, string, text } from '../api/json-schema.ts';
import { EmptyObject, emailAddress } from '../api/schemas.ts';
import { ApiError } from '../http/api-error.ts';
import { done } from '../http/envelope.ts';
import { EMAIL_KINDS, type EmailKind } from '../store/queues/outbox.ts';
import { attemptsOf, byId, type OutboxEmail } from '../store/queues/outbox-admin.ts';
import { emailPage } from '../store/queues/outbox-list.ts';
import { isWarning } from '../store/tables/email-kinds.ts';
import { type AdminDeclaration, type AdminRequest, adminOperation } from './admin-operation.ts';
import {
  EMAIL_FILTERS,
  EmailCount,
  EmailKindName,
  ListedEmail,
  listedEmail,
  readEmailFilters,
  ShownEmail,
  shownEmail,
  stateOf,
} from './email-schemas.ts';
import { exportedLines, exportOperation } from './exported-list.ts';
import { sendTestEmail } from './mail-by-admin.ts';
import { cursorOf, limitOf, PAGE_PARAMETERS, pageOf, readCursor } from './page-cursor.ts';
import type { AdminOperationId } from './permissions.ts';
import { invalid } from './query-parameters.ts';
import { changeDeadEmails, changeEmail } from './unsent-emails.ts';

type Context = Pick<AdminRequest, 'request' | 'services'>;

/** The e-mail in the path. */
async function targetEmail({ request, services }: Context): Promise<OutboxEmail> {
  const { id = '' } = request.params;
  const email = /^[1-9]\d{0,14}$/.test(id) ? await byId(services.db, Number(id)) : undefined;
  if (!email) throw new ApiError(EmailNotFound);
  return email;
}

/** The error for an e-mail that cannot be changed, with its current state, which may have changed since it was read. */
async function unchangeable(context: Context): Promise<ApiError> {
  return new ApiError(EmailUnchangeable, { state: stateOf(await targetEmail(context)).replace('_', ' ') });
}

export const adminListEmails = adminOperation(
  {
    id: 'adminListEmails',
    summary: 'List e-mails',
    description: 'Newest first: waiting or failed e-mails, and those sent or superseded within a week.',
    tag: 'Administration: e-mails',
    message: 'E-mails retrieved successfully',
    query: { ...EMAIL_FILTERS, ...PAGE_PARAMETERS },
    answers: pageOf('EmailPage', ListedEmail),
    compressible: true,
  },
  async ({ services, query }) => {
    const { emails, next } = await emailPage(services.db, {
      ...readEmailFilters(query),
      beforeId: readCursor(query)?.id,
      limit: limitOf(query),
    });
    return done({
      items: emails.map(listedEmail),
      next: next === null ? null : cursorOf(query, { key: '', id: next }),
    });
  },
);

/** E-mails per read: on SQLite, a read blocks all other requests. */
const STEP = 100;

export const adminExportEmails = exportOperation(
  {
    id: 'adminExportEmails',
    summary: 'Export e-mails',
    description: 'All that match the filters, newest first, as CSV or JSON lines.',
    tag: 'Administration: e-mails',
    query: EMAIL_FILTERS,
    answers: exportedLines('A line for each e-mail', { id: 12, to: 'ada@example.com', state: 'sent' }),
  },
  ({ services: { db }, query }) => ({
    name: 'emails',
    columns: COLUMNS,
    async read(after: number | null) {
      const { emails, next } = await emailPage(db, {
        ...readEmailFilters(query),
        beforeId: after ?? undefined,
        limit: STEP,
      });
      return { rows: emails.map(listedEmail), next };
    },
  }),
);

const COLUMNS = [
  'id',
  'to',
  'user_id',
  'kind',
  'language',
  'state',
  'tries',
  'answer',
  'created_at',
  'updated_at',
  'next_try_at',
] as const;

/** Shows neither the text nor the link of the e-mail, which are created on sending and stored nowhere. */
export const adminGetEmail = adminOperation(
  {
    id: 'adminGetEmail',
    summary: 'Get an e-mail',
    description: 'Includes every answer of the mail server. The text is not stored.',
    tag: 'Administration: e-mails',
    message: 'E-mail retrieved successfully',
    answers: ShownEmail,
    errors: [EmailNotFound],
  },
  async (context) => {
    const email = await targetEmail(context);
    const attempts = await attemptsOf(context.services.db, email.id);
    return done(shownEmail(email, attempts));
  },
);

export const adminRetryEmail = adminOperation(
  {
    id: 'adminRetryEmail',
    summary: 'Retry an e-mail',
    description: 'One that is waiting or failed.',
    tag: 'Administration: e-mails',
    message: 'The e-mail is tried again',
    answers: ListedEmail,
    errors: [EmailNotFound, EmailUnchangeable],
  },
  async (context) => {
    const { services, admin } = context;
    const email = await targetEmail(context);
    if (!(await changeEmail(services.db, 'retry', email, admin.actor))) throw await unchangeable(context);
    // The state as written; by now the e-mail may be in transmission, or gone.
    const due: OutboxEmail = { ...email, state: 'waiting', is_being_sent: 0, due_at: services.nowMs() };
    return done(listedEmail(due));
  },
);

export const adminDropEmail = adminOperation(
  {
    id: 'adminDropEmail',
    summary: 'Drop an e-mail',
    description: 'One that is waiting or failed. API keys cannot drop a warning to an owner.',
    tag: 'Administration: e-mails',
    message: 'The e-mail is removed',
    answers: EmptyObject,
    errors: [ApiKeyNotAllowed, EmailNotFound, EmailUnchangeable],
  },
  async (context) => {
    const { services, admin } = context;
    const email = await targetEmail(context);
    if (!admin.user && isWarning(email.kind)) throw new ApiError(ApiKeyNotAllowed);
    if (!(await changeEmail(services.db, 'drop', email, admin.actor))) throw await unchangeable(context);
    return done({});
  },
);

/** An operation on all failed e-mails. */
const changeAllDead = <const Id extends AdminOperationId>(
  change: 'retry' | 'drop',
  declaration: Pick<AdminDeclaration<Id, typeof EmailCount>, 'id' | 'summary' | 'description' | 'message'>,
) =>
  adminOperation<Id, typeof EmailCount>(
    { ...declaration, tag: 'Administration: e-mails', answers: EmailCount },
    async ({ services, admin }) => {
      const keepsWarnings = change === 'drop' && admin.user === undefined;
      return done({ count: await changeDeadEmails(services.db, change, admin.actor, { keepsWarnings }) });
    },
  );

export const adminRetryDeadEmails = changeAllDead('retry', {
  id: 'adminRetryDeadEmails',
  summary: 'Retry all failed e-mails',
  description: 'Immediately.',
  message: 'E-mails are tried again',
});

export const adminDropDeadEmails = changeAllDead('drop', {
  id: 'adminDropDeadEmails',
  summary: 'Drop all failed e-mails',
  description: 'They are never sent. API keys leave the warnings to owners.',
  message: 'E-mails are removed',
});

export const adminPreviewEmail = adminOperation(
  {
    id: 'adminPreviewEmail',
    summary: 'Preview an e-mail',
    description: 'Renders sample contents with the texts and colours of this deployment.',
    tag: 'Administration: e-mails',
    message: 'Preview',
    query: {
      kind: { ...oneOf(EMAIL_KINDS), default: EMAIL_KINDS[0] },
      language: text('One of `languages` in the answer; by default the first of them.'),
    },
    answers: named(
      'EmailPreview',
      object({
        kind: EmailKindName,
        language: string(),
        languages: list(string()),
        subject: string({ examples: ['Verify your account'] }),
        text: string(),
        html: string(),
      }),
    ),
  },
  async ({ services, query }) => {
    const { languages, previewEmail: preview } = services.system;
    const { kind = EMAIL_KINDS[0], language = languages[0] ?? '' } = query;
    if (!languages.includes(language)) throw invalid('language', `must be one of ${languages.join(', ')}`);
    // One of EMAIL_KINDS, because the declaration above accepts no other.
    const { subject, text: plain, html } = preview(kind as EmailKind, language);
    return done({ kind, language, languages, subject, text: plain, html });
  },
);

export const adminSendTestEmail = adminOperation(
  {
    id: 'adminSendTestEmail',
    summary: 'Send yourself a test e-mail',
    description: 'Sends it to the administrator who asks, through the queue and the mail server.',
    tag: 'Administration: e-mails',
    message: 'A test e-mail is on its way',
    answers: object({ to: emailAddress }),
    errors: [TooManyEmails],
  },
  async ({ services, admin: { user, actor } }) => {
    if (!user) throw new ApiError(ApiKeyNotAllowed);
    await sendTestEmail(services, user, actor);
    return done({ to: user.email });
  },
);
