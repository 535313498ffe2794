import type { ClaimedEmail } from '../store/tables/outbox.ts';
import type { User } from '../store/tables/user.ts';
import type { SignedTokens } from '../tokens/signed-tokens.ts';
import { KINDS, mailedLink } from './email-kinds.ts';
import type { Messages } from './render/messages.ts';
import { bareAddress } from './transport.ts';

export interface ComposeParts {
  readonly tokens: SignedTokens;
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
  const { network, device, key, reason, waitMs } = email.payload ?? {};
  // `render` replaces a language that the service no longer has.
  const language = email.language ?? user.language;
  return {
    ...messages.render(email.kind, language, {
      fullName: user.fullName,
      email: to,
      link: linkFor(parts, email, user),
      ...(waitMs !== undefined && { deletionAtMs: email.created_at + Number(waitMs) }),
      request: {
        atMs: email.created_at,
        network: optionalString(network),
        device: optionalString(device),
        key: optionalString(key),
        reason: optionalString(reason),
      },
    }),
    messageId: `<${email.message_id}@${domain}>`,
    from,
    replyTo,
    to,
  };
}

export const optionalString = (value: string | number | undefined) => (value === undefined ? undefined : String(value));

function linkFor({ tokens, frontendUrl }: ComposeParts, email: ClaimedEmail, user: User): string {
  const { link } = KINDS[email.kind];
  if (!link) return frontendUrl();
  const token = tokens.mailed(link.purpose, user, emailChangeOf(email));
  return mailedLink(frontendUrl(), link, token, recipientOf(email, user));
}

export const recipientOf = ({ recipient }: ClaimedEmail, user: User): string => recipient ?? user.email;

/** The id of the change of address that the e-mail is about. */
export function emailChangeOf({ payload }: ClaimedEmail): string | undefined {
  return typeof payload?.change === 'string' ? payload.change : undefined;
}
