import { feature, type Route } from '../api/route.ts';
import type { Features } from '../config/features.ts';
import { acting } from './acting/feature.ts';
import { apiKeys } from './api-keys/feature.ts';
import { authenticator } from './authenticator/feature.ts';
import { emailLogin } from './email-login/feature.ts';
import type { Feature } from './feature.ts';
import { identities } from './identities/feature.ts';
import { invitations } from './invitations/feature.ts';
import { openId } from './openid/feature.ts';
import { passkeys } from './passkeys/feature.ts';

/**
 * The optional features, in the order in which owners see their credentials and their proofs are tried. To take one
 * out, delete its folder, and its lines here and in `declarations.ts`.
 */
const LIST = [passkeys, identities, acting, apiKeys, openId, authenticator, emailLogin, invitations] as const;
export const FEATURES: readonly Feature[] = LIST;
export const enabledFeatures = (on: Features): readonly Feature[] => FEATURES.filter(({ name }) => on[name]);

type RoutesOf<One> = One extends Feature
  ? One['routes'][number] | (One extends { readonly always: readonly (infer R)[] } ? R : never)
  : never;
type FeatureRoute = RoutesOf<(typeof LIST)[number]>;
const routes: readonly Route[] = FEATURES.flatMap(({ name, routes, always = [] }) => [
  ...feature(name, routes),
  ...always,
]);

/** Typed by the list, because the tests derive the answers of operations from the routes. */
export const FEATURE_ROUTES = routes as readonly FeatureRoute[];
