import type { Features } from '../config/features.ts';
import type { OwnInput } from '../config/own-fields.ts';
import type { PageContext } from './page.ts';
import type { Texts } from './texts/en.ts';

/** What the server writes into the account page for its script: nothing of any account. */
export interface AccountPageData {
  readonly texts: AccountTexts;
  readonly productName: string;
  readonly deletionGraceMs: number;
  readonly features: Features;
  /** Of FIELDS_FILE: those that administrators write. */
  readonly given: readonly OwnInput[];
  readonly identityProviders: PageContext['identityProviders'];
  /** Addresses of other pages, with what the visitor's journey carries; no console: undefined. */
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

/** The texts that only this page has, and a few of other pages. Those of forms are in every page (forms.ts). */
export type AccountTexts = Pick<Texts, (typeof ACCOUNT_TEXTS)[number]> & {
  readonly savePassword: string;
  readonly sendLink: string;
  readonly goHome: string;
  /** What an app may do, as it asked for it. */
  readonly scopes: Texts['connect']['scopes'];
  readonly resource: string;
  readonly resourceScopes: string;
  readonly cancelled: string;
  readonly otherAccount: string;
};
