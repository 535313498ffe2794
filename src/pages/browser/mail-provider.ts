import { fill } from '../texts/fill.ts';

interface MailProvider {
  readonly name: string;
  /** The address at which users read their e-mails. */
  readonly url: string;
  readonly domains: readonly string[];
}

/** Well-known providers with one address for all users. Not yahoo.co.jp, which is another company. */
const MAIL_PROVIDERS: readonly MailProvider[] = [
  { name: 'Gmail', url: 'https://mail.google.com/mail/', domains: ['gmail.com', 'googlemail.com'] },
  {
    name: 'Outlook',
    url: 'https://outlook.live.com/mail/',
    // biome-ignore format: a list of words
    domains: [
      'outlook.com', 'outlook.de', 'outlook.es', 'outlook.fr', 'outlook.it', 'msn.com', 'hotmail.com',
      'hotmail.co.uk', 'hotmail.de', 'hotmail.es', 'hotmail.fr', 'hotmail.it', 'live.com', 'live.co.uk', 'live.de',
      'live.fr', 'live.it', 'live.nl',
    ],
  },
  {
    name: 'Yahoo Mail',
    url: 'https://mail.yahoo.com/',
    // biome-ignore format: a list of words
    domains: [
      'yahoo.com', 'yahoo.ca', 'yahoo.co.in', 'yahoo.co.uk', 'yahoo.com.br', 'yahoo.de', 'yahoo.es', 'yahoo.fr',
      'yahoo.ie', 'yahoo.in', 'yahoo.it', 'ymail.com', 'rocketmail.com',
    ],
  },
  { name: 'iCloud Mail', url: 'https://www.icloud.com/mail/', domains: ['icloud.com', 'me.com', 'mac.com'] },
  { name: 'Proton Mail', url: 'https://mail.proton.me/', domains: ['proton.me', 'protonmail.com', 'pm.me'] },
  { name: 'AOL Mail', url: 'https://mail.aol.com/', domains: ['aol.com'] },
  { name: 'Fastmail', url: 'https://app.fastmail.com/', domains: ['fastmail.com', 'fastmail.fm'] },
  { name: 'GMX', url: 'https://www.gmx.net/', domains: ['gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch'] },
  { name: 'WEB.DE', url: 'https://web.de/', domains: ['web.de'] },
  { name: 'T-Online', url: 'https://email.t-online.de/', domains: ['t-online.de'] },
  { name: 'Posteo', url: 'https://posteo.de/', domains: ['posteo.de', 'posteo.net'] },
  { name: 'Orange', url: 'https://mail.orange.fr/', domains: ['orange.fr', 'wanadoo.fr'] },
  { name: 'Laposte.net', url: 'https://www.laposte.net/', domains: ['laposte.net'] },
  { name: 'Free', url: 'https://webmail.free.fr/', domains: ['free.fr'] },
  { name: 'SFR Mail', url: 'https://webmail.sfr.fr/', domains: ['sfr.fr', 'neuf.fr'] },
];

function mailProviderOf(email: string): MailProvider | undefined {
  const domain = email.trim().toLowerCase().split('@').pop() ?? '';
  return MAIL_PROVIDERS.find(({ domains }) => domains.includes(domain));
}

/**
 * Offers a link to the mailbox if its provider is known. Nothing is requested before it is followed, and the provider
 * learns neither the address nor this page. Not shown with the developer's inbox.
 */
export function offerMailbox(email: string): void {
  const provider = mailProviderOf(email);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-open-mailbox]')) {
    link.hidden = provider === undefined;
    if (!provider) continue;
    link.href = provider.url;
    const label = link.querySelector('.label');
    if (label) label.textContent = fill(link.dataset.openMailbox ?? '', { provider: provider.name });
  }
}
