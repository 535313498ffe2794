import type { AccountFields } from '../config/account-fields.ts';
import type { Brand } from '../config/brand.ts';
import type { Features } from '../config/features.ts';
import type { Language } from '../config/languages.ts';
import type { ProviderFlow } from '../identities/provider-flow.ts';
import type { DrawForm, RenderForm } from './forms.ts';
import type { Html } from './html.ts';
import type { LanguageLink } from './page-language.ts';
import type { Texts } from './texts/en.ts';

/** What a view may know when it is drawn: the deployment and the reader's language, and nothing of any account. */
export interface PageContext {
  readonly brand: Brand;
  /** What the addresses of all our own paths begin with; '' unless FRONTEND_URL has a path. */
  readonly base: string;
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  /** The choice of languages at the foot; empty where there is none. */
  readonly languageLinks: readonly LanguageLink[];
  readonly texts: Texts;
  /** The address of one of the pages, with what the visitor's journey carries from page to page. */
  readonly to: (path: string) => string;
  /** Where the logo leads. */
  readonly homeUrl: string;
  /** The industries to choose from; empty: any text. */
  readonly industries: readonly string[];
  /** PHONE_COUNTRIES: those that are offered first. */
  readonly phoneCountries: readonly string[];
  /** E-mails are kept on this machine, to be read at /dev/inbox. */
  readonly hasDeveloperInbox: boolean;
  /** The reference is at /docs, and this is no deployment for others than its developers. */
  readonly linksReference: boolean;
  /** DELETION_GRACE: how long an account whose deletion was asked for can be kept. 0: it is deleted at once. */
  readonly deletionGraceMs: number;
  readonly features: Features;
  readonly fields: AccountFields;
  /** What people can log in with besides, in the order of the buttons. */
  readonly identityProviders: ReturnType<ProviderFlow['list']>;
  readonly form: DrawForm;
  /** What a page says that an app has led to, see openid-pages.ts. */
  readonly openId?: {
    readonly error?: string;
    readonly form?: { readonly action: string; readonly xsrf: string };
    readonly hasEnded?: boolean;
  };
}

export interface View {
  readonly title: string;
  readonly content: Html;
  /**
   * `card` (unless stated): one card in the middle. `settings`: a bar at the top, and sections with a list of them
   * beside. `console`: the content is the whole body, which console/views/shell.ts draws.
   */
  readonly layout?: 'card' | 'settings' | 'console';
  /** The address of a style sheet besides that of all pages. */
  readonly stylesheet?: string;
  /**
   * What its script reads, by the name of the layout: texts and frame of a screen of the console, or AccountPageData.
   */
  readonly scriptTexts?: object;
  /** What it shows depends on whether somebody is logged in: until that is known it may show an outline of itself. */
  readonly awaitsSession?: boolean;
}

/** Loads what draws a page, once it is asked for: the service starts no later for having it. */
export type LoadView = () => Promise<(context: PageContext) => View | Promise<View>>;

/** What a page names of its script. */
export interface PageScript {
  readonly address: string;
  /** The files with everything that it imports, directly or not. */
  readonly imports: readonly string[];
  /** The classic script that some pages run before they are painted. */
  readonly beforeFirstPaint: string;
}

/** A script with the forms that it takes over once they are drawn. */
export interface DrawnScript extends PageScript {
  readonly renderForm: RenderForm | undefined;
}
