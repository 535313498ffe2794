import { domainToASCII } from 'node:url';
import validator from 'validator/lib/isEmail.js';

export const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/**
 * The canonical form in which an address is stored and looked up; undefined if it is not accepted. Only ASCII is
 * lower-cased: Unicode folding would turn `K` (the Kelvin sign) into `k`, and so one address into another.
 */
export function canonicalEmail(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  if (at < 1) return undefined;
  const local = address.slice(0, at);
  const domain = asciiDomain(address.slice(at + 1));
  if (domain === undefined || local.length > MAX_LOCAL_LENGTH || !isAscii(local)) return undefined;
  const canonical = `${local}@${domain}`.toLowerCase();
  if (canonical.length > MAX_EMAIL_LENGTH) return undefined;
  return validator.default(canonical, { allow_utf8_local_part: false, allow_ip_domain: false, blacklisted_chars: '"' })
    ? canonical
    : undefined;
}

function asciiDomain(domain: string): string | undefined {
  if (isAscii(domain)) return domain;
  // domainToASCII parses like the host of a URL: it stops at / ? # \ and :, decodes escapes and drops tabs, which no
  // mail server does. So only ASCII letters, digits, dots and hyphens may reach it, even after normalization.
  if (/[\0-\x7f]/.test(domain.normalize('NFKC').replace(/[A-Za-z0-9.-]/g, ''))) return undefined;
  // domainToASCII silently removes invisible characters, except the zero-width joiners that some scripts need.
  if (/(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/u.test(domain)) return undefined;
  const ascii = domainToASCII(domain);
  return /^[a-z0-9.-]+$/.test(ascii) ? ascii : undefined;
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
