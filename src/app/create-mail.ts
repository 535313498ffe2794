import { join } from 'node:path';
import { FEATURES } from '../features/index.ts';
import { type DeveloperInbox, openDeveloperInbox } from '../mail/developer-inbox.ts';
import { readMailLogos } from '../mail/render/logo.ts';
import { createMessages, type Messages } from '../mail/render/messages.ts';
import { readTemplates } from '../mail/render/template-overrides.ts';
import { createSmtpTransport } from '../mail/smtp/transport.ts';
import { readSmtpUrl } from '../mail/smtp/url.ts';
import { emailTexts } from '../mail/texts/languages.ts';
import type { MailTransport } from '../mail/transport.ts';
import { createMailWorker, type MailWorker } from '../mail/worker.ts';
import type { Store } from '../store/commit.ts';
import type { AppContext } from './app-context.ts';

export interface Mail {
  readonly texts: ReturnType<typeof emailTexts>;
  readonly messages: Messages;
  readonly worker: MailWorker;
  /** The developer's inbox; undefined with a mail server. */
  readonly inbox: DeveloperInbox | undefined;
}

export function createMail(context: AppContext, db: Store): Mail {
  const { config, languages, ownTexts, tokens, frontendUrl, log, timers } = context;
  const texts = emailTexts(ownTexts);
  const openInbox = () => context.inbox ?? openDeveloperInbox(join(config.dataDir, 'inbox'), log, timers);
  const inbox = config.smtpUrl === undefined ? openInbox() : undefined;
  const messages = createMessages({
    brand: config.brand,
    languages,
    texts,
    logos: readMailLogos(config),
    templates:
      config.mailTemplatesDir === undefined ? undefined : readTemplates(config.mailTemplatesDir, languages.all),
  });
  const worker = createMailWorker({
    db,
    tokens,
    codes: Object.fromEntries(FEATURES.flatMap(({ mailedCodes }) => Object.entries(mailedCodes?.(context) ?? {}))),
    transport: inbox ?? smtpTransport(config.smtpUrl as string, context),
    messages,
    from: config.mailFrom,
    replyTo: config.brand.supportEmail,
    frontendUrl,
    log,
    timers,
  });
  return { texts, messages, worker, inbox };
}

function smtpTransport(url: string, { timers, tracing }: AppContext): MailTransport {
  const transport = createSmtpTransport(readSmtpUrl(url), timers);
  return tracing?.transport(transport, new URL(url).host) ?? transport;
}
