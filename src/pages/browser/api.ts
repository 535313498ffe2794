import {
  type AskOptions,
  ask,
  headersOf as headersIn,
  type Method,
  type Reply,
  refusal as refuse,
} from '../../../client/src/ask.ts';

export type { Method, Reply };
export type Options = AskOptions;

/** E-mails are in the language of the page, which may be another than the browser's. */
const language = () => document.documentElement.lang;

export const call = (method: Method, path: string, options: Options): Promise<Reply> =>
  ask(method, path, { language: language(), ...options });

export const headersOf = (token: string): Record<string, string> => headersIn(token, undefined, language());

/** A refusal that comes from the page itself and not from the service. `cancelled`: the person changed their mind. */
export const refusal = (
  code:
    | 'unreachable'
    | 'storage_blocked'
    | 'session_ended'
    | 'cancelled'
    | 'typed_email_wrong'
    | 'passkey_on_device'
    | 'passkey_failed',
  field = '',
): Reply => refuse(code, field);
