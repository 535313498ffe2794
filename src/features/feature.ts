import type { Features } from '../config/features.ts';
import type { DataKeys } from '../keys/data-keys.ts';
import type { MailedCodes } from '../mail/compose.ts';
import type { Route } from '../operations/route.ts';

/** The code of an optional feature. Its rows of tables are in its `declared.ts`. */
export interface Feature {
  readonly name: keyof Features;
  readonly routes: readonly Route[];
  readonly mailedCodes?: (parts: { readonly dataKeys: DataKeys }) => MailedCodes;
}
