/** The most common mail domains in English, German and French speaking countries. */
// biome-ignore format: a list of words
const KNOWN_DOMAINS = [
  'gmail.com', 'googlemail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'aol.com', 'live.com',
  'msn.com', 'me.com', 'mac.com', 'proton.me', 'protonmail.com', 'mail.com', 'email.com', 'ymail.com', 'zoho.com',
  'gmx.com', 'gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch', 'web.de', 'mail.de', 'email.de', 't-online.de', 'freenet.de',
  'posteo.de', 'mailbox.org', 'hotmail.de', 'outlook.de', 'yahoo.de', 'live.de', 'aol.de', 'bluewin.ch', 'aon.at',
  'orange.fr', 'free.fr', 'wanadoo.fr', 'laposte.net', 'sfr.fr', 'hotmail.fr', 'outlook.fr', 'yahoo.fr', 'live.fr',
  'hotmail.co.uk', 'yahoo.co.uk', 'btinternet.com', 'comcast.net', 'verizon.net', 'fastmail.com', 'hey.com',
];

/** Any other ending may be meant: many providers have a domain per country. */
// biome-ignore format: a list of words
const MISTYPED_ENDINGS = [
  'co', 'cm', 'om', 'con', 'cmo', 'ocm', 'cim', 'cpm', 'vom', 'xom', 'comm', 'coom', 'd', 'ed', 'dee', 'f', 'rf',
  'ne', 'nt', 'nte', 'ent', 'ner', 'nett',
];

const partsOf = (domain: string) => ({ name: domain.replace(/\..*/, ''), ending: domain.replace(/^[^.]*\./, '') });
const KNOWN_NAMES = new Set(KNOWN_DOMAINS.map((known) => partsOf(known).name));

/** In a short name, two typos make another name. */
const maxTypos = (domain: string): number => (domain.length < 9 ? 1 : 2);

/** Cheap checks, before letters are compared. */
function isPlausible(typed: string, known: string): boolean {
  const [{ name, ending }, meant] = [partsOf(typed), partsOf(known)];
  if (ending !== meant.ending && !MISTYPED_ENDINGS.includes(ending)) return false;
  // One typo in two letters makes another name, as in my.com.
  if (name !== meant.name && (KNOWN_NAMES.has(name) || meant.name.length < 3)) return false;
  return Math.abs(known.length - typed.length) <= maxTypos(known);
}

/** The address with the probably intended domain; undefined if nothing looks mistyped. */
export function correctedAddress(typed: string): string | undefined {
  const address = typed.trim();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || KNOWN_DOMAINS.includes(domain)) return undefined;
  const [nearest] = KNOWN_DOMAINS.filter((known) => isPlausible(domain, known))
    .map((known) => ({ known, typos: typosBetween(domain, known) }))
    .filter(({ known, typos }) => typos <= maxTypos(known))
    .sort((one, other) => one.typos - other.typos);
  return nearest && `${address.slice(0, at)}@${nearest.known}`;
}

/** The Damerau-Levenshtein distance: missing, added, wrong or swapped letters. */
function typosBetween(one: string, other: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[other.length] ?? 0;
}
