import type { App, Identities, NewTotp, Passkeys, RecoveryCodes } from '../../../../client/src/operations.ts';
import type { TypeOf } from '../../../api/json-schema.ts';
import type {
  AddressState as AddressStateSchema,
  DeletionTime,
  Security as SecuritySchema,
  Sessions,
  UpdatedUser,
} from '../../../api/schemas.ts';

// The answer types of operations on the account page. Only types: no code of the service gets into the scripts.

export type Security = TypeOf<typeof SecuritySchema>;
export type Passkey = Passkeys['passkeys'][number];
export type Device = TypeOf<typeof Sessions>[number];
export type LoginMethod = Identities['identities'][number];
export type { App as UsedApp, NewTotp as NewApp, Passkeys, RecoveryCodes as NewCodes };
export type Deletion = TypeOf<typeof DeletionTime>;
export type SavedProfile = TypeOf<typeof UpdatedUser>;

export type AddressState = TypeOf<typeof AddressStateSchema>;
export type PendingAddress = NonNullable<AddressState['pending']>;
