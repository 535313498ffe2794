import type { SettingInForce } from '../../../config/settings-in-force.ts';
import type { SigningKeyRing } from '../../../keys/signing-key.ts';
import type { EmailKind } from '../../../store/tables/outbox.ts';

/** Services that only the administration shows. */
export interface SystemServices {
  readonly signingKeys: SigningKeyRing;
  /** Throws unless the database can be read and written now. */
  readonly checkDatabase: () => Promise<void>;
  /** The languages of e-mails. The first is the default. */
  readonly languages: readonly string[];
  readonly previewEmail: (
    kind: EmailKind,
    language: string,
  ) => { readonly subject: string; readonly text: string; readonly html: string };
  readonly settings: {
    readonly all: readonly SettingInForce[];
    /** The file that settings were read from, if any. */
    readonly file: string | undefined;
  };
  readonly mail: {
    /** Host and port of the mail server; undefined: the developer's inbox. */
    readonly server: string | undefined;
    /** Whether this process could not reach it recently. */
    readonly isDown: () => boolean;
  };
  readonly version: string;
  readonly startedAtMs: number;
  /** Processes of this instance. */
  readonly workers: number;
}
