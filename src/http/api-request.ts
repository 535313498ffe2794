import type { Language } from '../config/languages.ts';
import type { Requester } from '../runtime/requester.ts';
import type { Body } from './body.ts';

/** What an operation may know of the request; nothing is read from it before the operation asks. */
export interface ApiRequest {
  readonly authorization: string | undefined;
  /** Who asks, as far as can be known. */
  readonly requester: Requester;
  /** What Accept-Language asks for, if it is one of ours. */
  readonly language: Language | undefined;
  /** The client has hung up: whatever is done for it from now on, it will not hear of. */
  readonly isDisconnected: boolean;
  /** A missing body counts as an object without members. */
  body(): Promise<Body>;
  /** A missing body is refused like a malformed one. */
  requiredBody(): Promise<Body>;
}
