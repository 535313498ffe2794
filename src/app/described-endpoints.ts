import type { DescribedEndpoint } from '../http/described-endpoint.ts';
import { LIVENESS, READINESS } from '../monitoring/health-probes.ts';
import { KEY_SET } from '../operations/jwks-endpoint.ts';

/** What the OpenAPI document describes besides the operations. */
export const DESCRIBED_ENDPOINTS: readonly DescribedEndpoint[] = [LIVENESS, READINESS, KEY_SET];
