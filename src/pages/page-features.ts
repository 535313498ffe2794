import type { Features } from '../config/features.ts';

/** The pages know every optional feature, even one whose folder was taken out. */
export type PageFeatures = Features &
  Partial<
    Readonly<
      Record<
        | 'actAsUser'
        | 'apiKeys'
        | 'authenticatorApps'
        | 'emailLogin'
        | 'invitations'
        | 'identities'
        | 'openId'
        | 'passkeys',
        boolean
      >
    >
  >;
