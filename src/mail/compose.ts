import type { ClaimedEmail } from '../store/tables/outbox.ts';
import type { User } from '../store/tables/user.ts';
import type { SignedTokens } from '../tokens/signed-tokens.ts';
import { KINDS } from './email-kinds.ts';
import { bareAddress } from './render/bare-address.ts';
import { mailedLink } from './render/links.ts';
import type { Messages } from './render/messages.ts';

export interface ComposeParts {
  readonly tokens: SignedTokens;
  readonly messages: Messages;
  readonly from: string;
  readonly replyTo: string | undefined;
  readonly frontendUrl: () => string;
}

/** Renders the e-mail. The token is created here, when it is sent, and stored nowhere else. */
export function compose(parts: ComposeParts, email: ClaimedEmail, user: User) {
  const { from, replyTo, messages } = parts;
  const domain = bareAddress(from).split('@').at(-1);
  const to = recipientOf(email, user);
  const { network, device, key, reason, waitMs } = email.payload ?? {};
  // One that the service no longer has becomes the first that it has.
  const language = email.language ?? user.language;
  return {
    ...messages.render(email.kind, language, {
      fullName: user.fullName,
      email: to,
      link: linkFor(parts, email, user),
      ...(waitMs !== undefined && { deletionAtMs: email.created_at + Number(waitMs) }),
      request: {
        atMs: email.created_at,
        network: textOf(network),
        device: textOf(device),
        key: textOf(key),
        reason: textOf(reason),
      },
    }),
    messageId: `<${email.message_id}@${domain}>`,
    from,
    replyTo,
    to,
  };
}

export const textOf = (value: string | number | undefined) => (value === undefined ? undefined : String(value));

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
