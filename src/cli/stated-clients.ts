import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type ClientSettings, scopesInOrder } from '../accounts/openid-client-rules.ts';
import { CLIENT_DEFAULTS } from '../accounts/openid-clients.ts';
import { CommandError } from './command-error.ts';

/** A client as a file states it, whole: what it leaves out is as in a new client. */
export interface StatedClient {
  readonly id: string;
  readonly settings: ClientSettings;
  /** Undefined: one is made, and shown, when the client is added. */
  readonly secret: string | undefined;
}

const MEMBERS = [
  ...['id', 'name', 'logo_uri', 'confidential', 'redirect_uris', 'post_logout_redirect_uris', 'native', 'first_party'],
  ...['scopes', 'audience', 'pairwise', 'backchannel_logout_uri', 'client_uri', 'initiate_login_uri'],
  'client_secret_file',
];
/** Not the address of a document, which stands for a client that nobody has added. */
const CLIENT_ID = /^[a-zA-Z0-9][\w.-]{0,63}$/;
/** As long as a random one of 192 bits. */
const SECRET = /^[\x21-\x7e]{32,256}$/;

/** Throws a CommandError for the first thing in the file that is not as it should be. */
export function readStatedClients(file: string): StatedClient[] {
  const stated = parse(file);
  refuseUnknown(stated, ['clients'], file);
  const { clients = [] } = stated;
  if (!Array.isArray(clients)) throw new CommandError('clients must be a list');
  const read = clients.map((one: unknown, at) => readClient(one, `clients[${at}]`, dirname(file)));
  const twice = read.find(({ id }, at) => read.findIndex((one) => one.id === id) !== at);
  if (twice) throw new CommandError(`clients: ${twice.id} is stated twice`);
  return read;
}

type Stated = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Stated =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(file: string): Stated {
  const text = readText(file);
  let stated: unknown;
  try {
    stated = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${file} is no JSON: ${(error as Error).message}`);
  }
  if (!isObject(stated)) throw new CommandError(`${file} must hold an object, such as {"clients": []}`);
  return stated;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function refuseUnknown(stated: Stated, known: readonly string[], where: string): void {
  const unknown = Object.keys(stated).find((member) => !known.includes(member));
  if (unknown !== undefined) throw new CommandError(`${where}: there is no member ${unknown}`);
}

function readClient(stated: unknown, where: string, folder: string): StatedClient {
  if (!isObject(stated)) throw new CommandError(`${where} must be an object`);
  refuseUnknown(stated, MEMBERS, where);
  const wrong = (member: string, rule: string) => new CommandError(`${where}.${member} must be ${rule}`);
  const text = (member: string): string | null => {
    const value = stated[member] ?? null;
    if (value !== null && typeof value !== 'string') throw wrong(member, 'a text');
    return value === null ? null : value.trim() || null;
  };
  const texts = (member: string, otherwise: readonly string[]): readonly string[] => {
    const value = stated[member] ?? otherwise;
    if (!Array.isArray(value) || value.some((one) => typeof one !== 'string')) throw wrong(member, 'a list of texts');
    return value;
  };
  const flag = (member: string, otherwise: boolean): boolean => {
    const value = stated[member] ?? otherwise;
    if (typeof value !== 'boolean') throw wrong(member, 'true or false');
    return value;
  };

  const id = text('id') ?? '';
  if (!CLIENT_ID.test(id)) throw wrong('id', '1 to 64 letters, digits, dots, hyphens and underscores');
  const native = flag('native', false);
  const confidential = flag('confidential', !native);
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
