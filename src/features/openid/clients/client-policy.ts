import type { Config } from '../../../config/config.ts';
import { ownAudiences } from '../declared/faults.ts';
import type { ClientPolicy } from '../services.ts';

export const clientPolicyOf = (
  config: Pick<Config, 'production' | 'tokenAudience' | 'tokenIssuer'>,
  frontendUrl: string | undefined,
): ClientPolicy => ({ production: config.production, ownAudiences: ownAudiences(config, frontendUrl) });
