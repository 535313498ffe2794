import type { Route } from '../api/route.ts';
import type { SharedServices } from '../api/services.ts';
import type { Config } from '../config/config.ts';
import type { Features } from '../config/features.ts';
import type { DataKeys } from '../keys/data-keys.ts';
import type { MailedCodes } from '../mail/compose.ts';

export interface FeatureParts {
  readonly config: Config;
  readonly dataKeys: DataKeys;
  readonly nowMs: () => number;
}

/** The code of an optional feature. Its rows of tables are in its `declared.ts`. */
export interface Feature {
  readonly name: keyof Features;
  readonly routes: readonly Route[];
  readonly services?: (parts: FeatureParts) => Partial<SharedServices>;
  readonly mailedCodes?: (parts: FeatureParts) => MailedCodes;
}
