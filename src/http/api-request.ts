import type { Language } from '../config/languages.ts';
import type { Requester } from '../lib/requester.ts';
import type { Body } from './json-body.ts';

/** Path parameters by name, URL-decoded. */
export type PathParameters = Readonly<Record<string, string | undefined>>;

/** The request as operations see it. The body is read only on request. */
export interface ApiRequest {
  readonly authorization: string | undefined;
  /** The Cookie header. It authenticates nobody. */
  readonly cookies: string | undefined;
  readonly params: PathParameters;
  /** The query string. */
  readonly query: URLSearchParams;
  readonly requester: Requester;
  /** The authenticated account, for the access log. */
  accountId: number | undefined;
  /** The preferred supported language in Accept-Language. */
  readonly language: Language | undefined;
  /** `Prefer: handling=strict` (RFC 7240): the client wants errors instead of warnings. */
  readonly prefersStrict: boolean;
  /** The client disconnected, so expensive work for it can be skipped. */
  readonly isDisconnected: boolean;
  /** A missing body is read as `{}`. */
  body(): Promise<Body>;
  /** A missing body is answered like invalid JSON. */
  requiredBody(): Promise<Body>;
}
