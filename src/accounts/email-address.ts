import { domainToASCII } from 'node:url';
import validator from 'validator/lib/isEmail.js';

const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/**
 * The one spelling under which an address is stored, looked up and written to, or undefined when it is no address we accept.
 * Only ASCII is ever lower-cased: Unicode folding would turn `K` (the Kelvin sign) into `k` and one person's address into another's.
 */
export function canonicalEmail(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  if (at < 1) return undefined;
  const local = address.slice(0, at);
  const domain = asciiDomain(address.slice(at + 1));
  if (domain === undefined || local.length > MAX_LOCAL_LENGTH || !isAscii(local)) return undefined;
  const canonical = `${local}@${domain}`.toLowerCase();
  if (canonical.length > MAX_LENGTH) return undefined;
  return validator.default(canonical, { allow_utf8_local_part: false, allow_ip_domain: false, blacklisted_chars: '"' })
    ? canonical
    : undefined;
}

function asciiDomain(domain: string): string | undefined {
  if (isAscii(domain)) return domain;
  // A URL's host parser ends the host at / ? # \ and :, decodes percent signs, and drops tabs and line breaks. No mail server does:
  // of ASCII, only what host names are made of may reach it, however it is composed.
  if (/[\0-\x7f]/.test(domain.normalize('NFKC').replace(/[A-Za-z0-9.-]/g, ''))) return undefined;
  // It leaves out what is invisible; only the joiners, which some scripts need, are looked at.
  if (/(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/u.test(domain)) return undefined;
  const ascii = domainToASCII(domain);
  return /^[a-z0-9.-]+$/.test(ascii) ? ascii : undefined;
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
