import type { ActingServices } from './acting/services.ts';
import type { IdentityServices } from './identities/services.ts';
import type { OpenIdServices } from './openid/services.ts';
import type { PasskeyServices } from './passkeys/services.ts';

type All<List extends readonly object[]> = List extends readonly [infer One, ...infer Rest extends readonly object[]]
  ? One & All<Rest>
  : object;

/** What the operations of optional features share across requests, declared by the `services.ts` of each feature. */
export type FeatureServices = All<[ActingServices, PasskeyServices, IdentityServices, OpenIdServices]>;
