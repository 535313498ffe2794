import { randomUUID } from 'node:crypto';
import { readConfig } from '../config/config.ts';
import { canonicalEmail } from '../core/email-address.ts';
import { escapeControlCharacters } from '../lib/escape-control-characters.ts';
import { escapeHtml } from '../mail/render/hostile-text.ts';
import { createSmtpTransport } from '../mail/smtp/transport.ts';
import { readSmtpUrl } from '../mail/smtp/url.ts';
import { bareAddress, DeliveryFailure } from '../mail/transport.ts';
import type { CommandContext } from './framework/command.ts';
import { CommandError, onlyArgument, UsageError } from './framework/command-error.ts';

/** Sends an e-mail immediately, bypassing the outbox, and prints the answers of the mail server. */
export async function testMail({ environment, args, print }: CommandContext): Promise<void> {
  const address = onlyArgument(args, 'mail test: to which address? Example: latchkey mail test ada@example.com');
  const to = canonicalEmail(address.trim());
  if (to === undefined) throw new UsageError(`mail test: ${address} is not an e-mail address`);
  const { smtpUrl, mailFrom: from, brand, dataDir } = readConfig(environment, 1);
  if (smtpUrl === undefined)
    throw new CommandError(`mail test: SMTP_URL is not set, e-mails go to ${dataDir}/inbox. See docs/configuration.md`);
  const server = readSmtpUrl(smtpUrl);
  const where = `${server.host}:${server.port}`;
  const words = `This is a test e-mail of ${brand.productName}, sent by: latchkey mail test`;
  const transport = createSmtpTransport(server);
  try {
    const email = {
      messageId: `<${randomUUID()}@${bareAddress(from).split('@')[1]}>`,
      from,
      replyTo: brand.supportEmail,
      to,
      language: 'en',
      subject: `Test e-mail of ${brand.productName}`,
      text: `${words}\n`,
      html: `<p>${escapeHtml(words)}</p>\n`,
    };
    const answer = escapeControlCharacters(await transport.send(email));
    print(`${where} accepted it: ${answer}`, { to, from, server: where, answer });
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error;
    throw new CommandError(`mail test: ${where} did not accept it (${error.kind}): ${error.message}`);
  } finally {
    await transport.close();
  }
}
