import type { FieldInput } from '../config/field-presence.ts';
import type { PageContext } from './page.ts';
import type { PageFeatures } from './page-features.ts';
import type { Texts } from './texts/en.ts';

/** Data that the server writes into the account page for its script; contains nothing about an account. */
export interface AccountPageData {
  readonly texts: AccountTexts;
  readonly productName: string;
  readonly deletionGraceMs: number;
  readonly features: PageFeatures;
  /** The fields of FIELDS_FILE that administrators write. */
  readonly given: readonly FieldInput[];
  readonly identityProviders: PageContext['identityProviders'];
  /** Addresses of other pages, including the parameters of the journey; without a console, undefined. */
  readonly links: { readonly home: string; readonly login: string; readonly console: string | undefined };
}

export const ACCOUNT_TEXTS = [
  'account',
  'addressChange',
  'apps',
  'authenticator',
  'deletion',
  'devices',
  'export',
  'factorSetup',
  'fields',
  'loginMethods',
  'passkeys',
  'picture',
] as const satisfies readonly (keyof Texts)[];

export type PageTexts = Pick<Texts, (typeof ACCOUNT_TEXTS)[number]>;

/** The texts of this page. Those of forms are in every page (forms.ts). */
interface AccountTexts extends PageTexts {
  readonly savePassword: string;
  readonly sendLink: string;
  readonly goHome: string;
  /** The names of the scopes that apps request. */
  readonly scopes: Texts['connect']['scopes'];
  readonly resource: string;
  readonly resourceScopes: string;
  readonly cancelled: string;
  readonly otherAccount: string;
}
