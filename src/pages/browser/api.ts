import {
  type AskOptions,
  ask,
  headersOf as headersIn,
  type Method,
  type Reply,
  refusal as refuse,
} from '../../../client/src/ask.ts';
import { below } from './base-path.ts';

export type { Method, Reply };
export type Options = AskOptions;

// Exports functions instead of constants, because bundles may run dependent modules before this one.

export function call(method: Method, path: string, options: Options): Promise<Reply> {
  return ask(method, below(path), { language: pageLanguage(), strict: true, ...options });
}

export function headersOf(token: string): Record<string, string> {
  return headersIn(token, undefined, pageLanguage());
}

/** E-mails use the language of the page, which may differ from the browser's. */
function pageLanguage(): string {
  return document.documentElement.lang;
}

/** A refusal created by the page, not the service. `cancelled`: the user changed their mind. */
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
