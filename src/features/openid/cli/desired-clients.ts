import { resolve } from 'node:path';
import {
  choiceOf,
  type DesiredObject,
  flagOf,
  objectsOf,
  refuseTwice,
  textOf,
  textsOf,
  wrongMember,
} from '../../../cli/framework/desired-members.ts';
import { readText } from '../../../cli/framework/file-problem.ts';
import { CLIENT_DEFAULTS } from '../clients/change-clients.ts';
import { CLIENT_TYPES, type ClientSettings, PKCE_CHOICES, scopesInOrder } from '../clients/client-rules.ts';

/** A complete client: members that the file omits have the defaults of a new client. */
export interface DesiredClient {
  readonly id: string;
  readonly settings: ClientSettings;
  /** Undefined: a secret is generated and printed when the client is added. */
  readonly secret: string | undefined;
}

// biome-ignore format: a list of words
const MEMBERS = [
  'id', 'name', 'logo_uri', 'type', 'confidential', 'pkce', 'native', 'first_party', 'redirect_uris',
  'post_logout_redirect_uris', 'scopes', 'audience', 'pairwise', 'backchannel_logout_uri', 'client_uri',
  'initiate_login_uri', 'client_secret_file',
];
/** Addresses are excluded: they identify clients by their metadata document. */
const CLIENT_ID = /^[a-zA-Z0-9][\w.-]{0,63}$/;
/** A secret is at least as long as a generated one of 192 bits. */
const SECRET = /^[\x21-\x7e]{32,256}$/;

/** Throws a CommandError for the first mistake. */
export function readDesiredClients(desired: DesiredObject, folder: string): DesiredClient[] {
  const read = objectsOf(desired, 'clients', MEMBERS).map((one) => readClient(one, folder));
  refuseTwice(
    'clients',
    read.map(({ id }) => id),
  );
  return read;
}

function readClient(desired: DesiredObject, folder: string): DesiredClient {
  const wrong = (member: string, rule: string) => wrongMember(desired, member, rule);
  const text = (member: string) => textOf(desired, member);
  const texts = (member: string, fallback: readonly string[]) => textsOf(desired, member, fallback);
  const flag = (member: string, fallback: boolean) => flagOf(desired, member, fallback);
  const id = text('id') ?? '';
  if (!CLIENT_ID.test(id)) throw wrong('id', '1 to 64 letters, digits, dots, hyphens and underscores');
  const native = flag('native', false);
  const confidential = readConfidential(desired, !native);
  const secretFile = text('client_secret_file');
  if (secretFile !== null && !confidential)
    throw wrong('client_secret_file', 'left out: a public client has no secret');
  const secret = secretFile === null ? undefined : readText(resolve(folder, secretFile)).trim();
  if (secret !== undefined && !SECRET.test(secret))
    throw wrong('client_secret_file', 'a file with 32 to 256 characters of ASCII, without blanks');
  return {
    id,
    secret,
    settings: {
      name: text('name') ?? '',
      native,
      confidential,
      pkce: choiceOf(desired, 'pkce', PKCE_CHOICES, CLIENT_DEFAULTS.pkce),
      redirectUris: texts('redirect_uris', []),
      postLogoutRedirectUris: texts('post_logout_redirect_uris', CLIENT_DEFAULTS.postLogoutRedirectUris),
      firstParty: flag('first_party', CLIENT_DEFAULTS.firstParty),
      scopes: scopesInOrder(texts('scopes', CLIENT_DEFAULTS.scopes)),
      pairwise: flag('pairwise', CLIENT_DEFAULTS.pairwise),
      logoUri: text('logo_uri'),
      audience: text('audience'),
      backchannelLogoutUri: text('backchannel_logout_uri'),
      clientUri: text('client_uri'),
      initiateLoginUri: text('initiate_login_uri'),
    },
  };
}

/** Reads `type`, or the older member `confidential`. */
function readConfidential(desired: DesiredObject, fallback: boolean): boolean {
  const former = flagOf(desired, 'confidential', fallback);
  const confidential = choiceOf(desired, 'type', CLIENT_TYPES, former ? 'confidential' : 'public') === 'confidential';
  if ('confidential' in desired.members && former !== confidential)
    throw wrongMember(desired, 'confidential', `${confidential}, as type says`);
  return confidential;
}
