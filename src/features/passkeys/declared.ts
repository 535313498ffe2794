import { isIP } from 'node:net';
import { NOTICE } from '../../declare/email.ts';
import { error } from '../../declare/error.ts';
import { change, counted } from '../../declare/event.ts';
import type { DeclaredFeature } from '../../declare/feature.ts';
import { INTERNAL, OWNER } from '../../declare/personal-data.ts';
import { setting } from '../../declare/setting.ts';
import { domainName, parseOrigin } from '../../declare/url-formats.ts';
import { listOf, onOff } from '../../declare/value-formats.ts';
import { isLoopbackAddress } from '../../lib/loopback.ts';
import de from './email-texts/de.json' with { type: 'json' };
import { en } from './email-texts/en.ts';
import fr from './email-texts/fr.json' with { type: 'json' };

/** A single error for every fault; the log has the cause. */
export const InvalidPasskey = error('invalid_passkey', 401, 'Invalid passkey', { logged: 'a passkey' });
/** No account has this credential. A page may tell the password manager to remove it (`signalUnknownCredential`). */
export const UnknownPasskey = error('unknown_passkey', 401, 'Invalid passkey', { logged: 'a passkey' });
export const PasskeyNotFound = error('passkey_not_found', 404, 'Passkey not found');
export const PasskeyTaken = error('passkey_taken', 409, 'This passkey has been added already');
export const PasskeyRefused = error(
  'passkey_refused',
  409,
  'The passkey could not be added. Please start again, or remove one that you do not need.',
);

export interface PasskeySettings {
  readonly passkeys: boolean | undefined;
  readonly passkeyRpId: string | undefined;
  readonly passkeyOrigins: readonly string[];
  readonly frontendUrl: string | undefined;
  readonly host: string;
}

/** The origin of an Android app is the hash of its signing certificate. */
const passkeyOrigins = listOf((entry) => (/^android:apk-key-hash:[\w-]{43}$/.test(entry) ? entry : parseOrigin(entry)));

const ANY_ADDRESS = ['0.0.0.0', '::'];
/** FRONTEND_URL, or the service's own address. */
export function frontendOf({ frontendUrl, host }: Pick<PasskeySettings, 'frontendUrl' | 'host'>): string {
  if (frontendUrl !== undefined) return frontendUrl;
  if (ANY_ADDRESS.includes(host)) return 'http://localhost';
  return `http://${isIP(host) === 6 ? `[${host}]` : host}`;
}

/** An IP address cannot be an RP ID: a loopback address becomes `localhost`, any other needs PASSKEY_RP_ID. */
export function rpIdAt(url: string): string | undefined {
  const { hostname } = localised(url);
  return isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? hostname : undefined;
}

/** A URL whose loopback address becomes `localhost`: browsers offer no passkeys at addresses. */
export function localised(url: string): URL {
  const local = new URL(url);
  if (isLoopbackAddress(local.hostname)) local.hostname = 'localhost';
  return local;
}

export const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

const ELSE = 'otherwise name the origins of the pages in PASSKEY_ORIGINS';
const NO_RP_ID =
  'is required with PASSKEYS=on: the host of FRONTEND_URL is an IP address, which no passkey can belong to';

/** Why browsers would refuse PASSKEY_RP_ID on the pages; undefined if they accept it or other origins are listed. */
function faultOfRpId({ passkeys, passkeyRpId: id, passkeyOrigins, ...settings }: PasskeySettings): string | undefined {
  const url = frontendOf(settings);
  if (id === undefined) return passkeys === true && rpIdAt(url) === undefined ? NO_RP_ID : undefined;
  const { hostname } = localised(url);
  if (passkeyOrigins.length > 0 || isWithin(hostname, id)) return undefined;
  return `must be the host of FRONTEND_URL, ${hostname}, or a domain above it; ${ELSE}`;
}

export const passkeys = {
  name: 'passkeys',
  title: 'passkeys',
  onWith: 'PASSKEYS',
  sealsData: true,
  lacks: ({ passkeyRpId, ...settings }: PasskeySettings): string | undefined =>
    (passkeyRpId ?? rpIdAt(frontendOf(settings))) ? undefined : 'FRONTEND_URL has no host name',
  fault(settings: PasskeySettings): readonly [setting: 'PASSKEY_RP_ID', fault: string] | undefined {
    const fault = faultOfRpId(settings);
    return fault === undefined ? undefined : ['PASSKEY_RP_ID', fault];
  },
  logins: { '/api/login/passkey': 'passkey' },
  settings: {
    PASSKEYS: setting('factors', 'whether users can add passkeys and log in with them', onOff, {
      defaultText: 'on; in production once DATA_KEYS is set and FRONTEND_URL is not an IP address',
      example: 'off',
    }),
    PASSKEY_RP_ID: setting(
      'factors',
      'the domain that passkeys work for, with its subdomains. Changing it makes all existing passkeys useless',
      domainName,
      { defaultText: 'the host of FRONTEND_URL', example: 'example.com' },
    ),
    PASSKEY_ORIGINS: setting(
      'factors',
      'more origins where passkeys work, listed at /.well-known/webauthn',
      passkeyOrigins,
      { byDefault: [], example: 'https://www.example.com, https://example.org' },
    ),
  },
  errors: [InvalidPasskey, UnknownPasskey, PasskeyNotFound, PasskeyTaken, PasskeyRefused],
  events: {
    passkey_added: change(),
    passkey_removed: change(),
    passkey_failed: counted('a passkey proof was wrong, expired or already used'),
  },
  emails: {
    passkey_added: {
      bound: 'counted',
      ...NOTICE,
      texts: { en: en.passkey_added, de: de.passkey_added, fr: fr.passkey_added },
    },
    passkey_removed: {
      bound: 'counted',
      ...NOTICE,
      texts: { en: en.passkey_removed, de: de.passkey_removed, fr: fr.passkey_removed },
    },
  },
  credentials: {
    passkey: {
      table: 'passkeys',
      listed: { id: 'id', name: 'name', addedAt: 'created_at', usedAt: 'last_used_at' },
      isUnproven: 'is_unproven = 1',
      isAddedSince: 'created_at >= at($2)',
      factor: { name: 'passkey', bit: null },
      // A hardware key, or a software key if the passkey is synced.
      amr: ['hwk', 'swk'],
      login: { feature: 'passkeys' },
    },
  },
  personalData: {
    passkeys: {
      member: 'passkeys',
      orderBy: 'created_at, id',
      exported: {
        id: 'text',
        name: 'text',
        synced: 'number',
        backed_up: 'number',
        transports: 'json',
        aaguid: 'text',
        rp_id: 'text',
        created_at: 'time',
        last_used_at: 'time',
      },
      withheld: {
        user_id: OWNER,
        credential_id: 'an identifier shared by authenticator and service, without personal data',
        public_key: 'it only serves to verify, without personal data',
        algorithm: INTERNAL,
        sign_count: INTERNAL,
        is_unproven: INTERNAL,
      },
    },
  },
} as const satisfies DeclaredFeature;
