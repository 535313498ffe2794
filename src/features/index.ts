import { feature } from '../operations/route.ts';
import { emailLogin } from './email-login/feature.ts';
import type { Feature } from './feature.ts';

/** The optional features. To take one out, delete its folder, and its lines here and in `declarations.ts`. */
const LIST = [emailLogin] as const;
export const FEATURES: readonly Feature[] = LIST;

type FeatureRoute = (typeof LIST)[number]['routes'][number];

export const FEATURE_ROUTES = FEATURES.flatMap(({ name, routes }) => feature(name, routes)) as readonly FeatureRoute[];
