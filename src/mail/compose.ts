import type { ClaimedEmail } from '../store/tables/outbox.ts';
import type { User } from '../store/tables/user.ts';
import type { SignedTokens } from '../tokens/signed-tokens.ts';
import { KINDS, mailedLink } from './email-kinds.ts';
import type { Messages } from './render/messages.ts';
import { bareAddress } from './transport.ts';

export interface ComposeParts {
  readonly tokens: SignedTokens;
  /** The code of a request to log in. */
  readonly loginCode: (requestHash: string, user: User) => string;
  readonly messages: Messages;
  readonly from: string;
  readonly replyTo: string | undefined;
  readonly frontendUrl: () => string;
}

/** Renders the e-mail. Its token is created here, on sending, and never stored. */
export function compose(parts: ComposeParts, email: ClaimedEmail, user: User) {
  const { from, replyTo, messages } = parts;
  const domain = bareAddress(from).split('@').at(-1);
  const to = recipientOf(email, user);
  const { network, device, key, reason, provider, waitMs } = email.payload ?? {};
  // `render` replaces a language that the service no longer has.
  const language = email.language ?? user.language;
  return {
    ...messages.render(email.kind, language, {
      fullName: user.fullName,
      email: to,
      link: linkFor(parts, email, user),
      code: codeOf(parts, email, user),
      ...(waitMs !== undefined && { deletionAtMs: email.created_at + Number(waitMs) }),
      request: {
        atMs: email.created_at,
        network: optionalString(network),
        device: optionalString(device),
        key: optionalString(key),
        reason: optionalString(reason),
        provider: optionalString(provider),
      },
    }),
    messageId: `<${email.message_id}@${domain}>`,
    from,
    replyTo,
    to,
  };
}

export const optionalString = (value: string | number | undefined) => (value === undefined ? undefined : String(value));

function linkFor(parts: ComposeParts, email: ClaimedEmail, user: User): string {
  const { tokens, frontendUrl } = parts;
  const { link } = KINDS[email.kind];
  if (!link) return frontendUrl();
  const { purpose } = link;
  const proof =
    purpose === 'login_code' ? codeOf(parts, email, user) : tokens.mailed(purpose, user, emailChangeOf(email));
  return mailedLink(frontendUrl(), link, proof ?? '', recipientOf(email, user));
}

export const recipientOf = ({ recipient }: ClaimedEmail, user: User): string => recipient ?? user.email;

const codeOf = ({ loginCode }: ComposeParts, email: ClaimedEmail, user: User): string | undefined =>
  email.kind === 'login_code' ? loginCode(loginRequestOf(email), user) : undefined;

/** The hash of the request to log in that the e-mail answers. */
export const loginRequestOf = ({ payload }: ClaimedEmail): string => optionalString(payload?.request) ?? '';

/** The id of the change of address that the e-mail is about. */
export function emailChangeOf({ payload }: ClaimedEmail): string | undefined {
  return typeof payload?.change === 'string' ? payload.change : undefined;
}
