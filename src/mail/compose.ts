import type { EmailLink, Payload } from '../declare/email.ts';
import { isCode } from '../declare/purposes-and-lifetimes.ts';
import type { Reads } from '../store/engine/database.ts';
import type { ClaimedEmail } from '../store/queues/outbox.ts';
import { type EmailKind, KINDS } from '../store/tables/email-kinds.ts';
import type { User } from '../store/tables/user.ts';
import type { SignedTokens } from '../tokens/signed-tokens.ts';
import type { Messages } from './render/messages.ts';
import { bareAddress } from './transport.ts';

export interface ComposeParts {
  readonly tokens: SignedTokens;
  readonly codes: MailedCodes;
  readonly messages: Messages;
  readonly from: string;
  readonly replyTo: string | undefined;
  readonly frontendUrl: () => string;
}

/** The code that an e-mail carries instead of a token, and whether it has stopped working. */
interface MailedCode {
  readonly of: (email: ClaimedEmail, user: User) => string;
  readonly isObsolete: (db: Reads, email: ClaimedEmail) => Promise<boolean>;
}
export type MailedCodes = Partial<Readonly<Record<EmailKind, MailedCode>>>;

/** Renders the e-mail. Its token is created here, on sending, and never stored. */
export function compose(parts: ComposeParts, email: ClaimedEmail, user: User) {
  const { from, replyTo, messages } = parts;
  const domain = bareAddress(from).split('@').at(-1);
  const to = recipientOf(email, user);
  // `render` replaces a language that the service no longer has.
  const language = email.language ?? user.language;
  return {
    ...messages.render(email.kind, language, {
      fullName: user.fullName,
      email: to,
      link: linkFor(parts, email, user),
      code: codeOf(parts, email, user),
      ...payloadContents(email.payload ?? {}, email.created_at),
    }),
    messageId: `<${email.message_id}@${domain}>`,
    from,
    replyTo,
    to,
  };
}

/** The contents of the text that come from the payload. */
export const payloadContents = (payload: Payload, atMs: number) => ({
  ...(payload.waitMs !== undefined && { deletionAtMs: atMs + Number(payload.waitMs) }),
  request: { ...payload, atMs },
});

export const optionalString = (value: string | number | undefined) => (value === undefined ? undefined : String(value));

function linkFor(parts: ComposeParts, email: ClaimedEmail, user: User): string {
  const { tokens, frontendUrl } = parts;
  const { link } = KINDS[email.kind];
  if (!link) return frontendUrl();
  const { purpose } = link;
  const proof = isCode(purpose) ? codeOf(parts, email, user) : tokens.mailed(purpose, user, emailChangeOf(email));
  return mailedLink(frontendUrl(), link, proof ?? '', recipientOf(email, user));
}

export const recipientOf = ({ recipient }: ClaimedEmail, user: User): string => recipient ?? user.email;

const codeOf = ({ codes }: ComposeParts, email: ClaimedEmail, user: User): string | undefined =>
  codes[email.kind]?.of(email, user);

/** The id of the change of address that the e-mail is about. */
export function emailChangeOf({ payload }: ClaimedEmail): string | undefined {
  return typeof payload?.change === 'string' ? payload.change : undefined;
}

/** The link of an e-mail. Its host is the configured frontend, never taken from a request. */
export function mailedLink(frontendUrl: string, link: EmailLink, proof: string, email: string): string {
  const { page, purpose, hasAddress } = link;
  const address = frontendUrl.replace(/\/+$/, '') + page;
  // The code is in the fragment, which no server sees.
  if (isCode(purpose)) return `${address}#code=${proof}`;
  return `${address}?${new URLSearchParams({ token: proof, ...(hasAddress && { email }) })}`;
}
