import type { Brand } from '../config/brand.ts';
import type { AccountFields } from '../config/field-presence.ts';
import type { Language } from '../config/languages.ts';
import type { LoginProvider } from '../core/provider-logins.ts';
import type { FormHtml, RenderForm } from './forms.ts';
import type { Html } from './html.ts';
import type { PageFeatures } from './page-features.ts';
import type { LanguageLink } from './page-language.ts';
import type { Texts } from './texts/en.ts';

/** What is the same for every page. */
export interface Deployment {
  readonly brand: Brand;
  /** The base path of our addresses; '' unless FRONTEND_URL has a path. */
  readonly base: string;
  readonly features: PageFeatures;
  readonly fields: AccountFields;
  /** The industries to choose from; empty: any text. */
  readonly industries: readonly string[];
  /** PHONE_COUNTRIES: countries offered first. */
  readonly phoneCountries: readonly string[];
  /** The login providers, in the order of the buttons. */
  readonly identityProviders: readonly LoginProvider[];
  /** DELETION_GRACE: the time during which a requested deletion can be cancelled. 0: none. */
  readonly deletionGraceMs: number;
  /** E-mails stay on this machine, at /dev/inbox. */
  readonly hasDeveloperInbox: boolean;
  /** The reference is at /docs, and the deployment serves only its developers. */
  readonly linksReference: boolean;
}

/** The context of views: the deployment and the reader's language, and nothing about an account. */
export interface PageContext extends Deployment {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  /** The language choice in the footer; empty if there is none. */
  readonly languageLinks: readonly LanguageLink[];
  readonly texts: Texts;
  /** The address of a page, with the parameters of the journey. */
  readonly to: (path: string) => string;
  /** The destination of the logo. */
  readonly homeUrl: string;
  readonly form: FormHtml;
  /** The content of a page that an app led to, see openid-pages.ts. */
  readonly openId?: {
    readonly error?: OpenIdError;
    readonly form?: { readonly action: string; readonly xsrf: string };
    readonly hasEnded?: boolean;
  };
}

export interface OpenIdError {
  readonly code: string;
  readonly isLogout: boolean;
  /** Details for the developer, in development only. */
  readonly details:
    | {
        readonly description: string;
        readonly wrong:
          | {
              readonly parameter: string;
              readonly received: string;
              readonly registered: readonly string[];
              readonly more: number;
            }
          | undefined;
      }
    | undefined;
}

export interface View {
  readonly title: string;
  readonly content: Html;
  /**
   * `card` (default): one card in the middle. `settings`: a bar at the top, and sections with a list beside them.
   * `console`: console/views/shell.ts renders the whole body.
   */
  readonly layout?: 'card' | 'settings' | 'console';
  /** The address of an additional style sheet. */
  readonly stylesheet?: string;
  /** Data for the page's script by name: texts and frame of the console, or AccountPageData. */
  readonly scriptTexts?: Readonly<Record<string, object>>;
  /** The page depends on whether somebody is logged in, and may show an outline until that is known. */
  readonly awaitsSession?: boolean;
  /** Shows an outline until the page's mailed link is checked: what it asks would be untrue of a used one. */
  readonly awaitsLink?: boolean;
}

/** Loads a view on demand, so that it does not delay the start. */
export type LoadView = () => Promise<(context: PageContext) => View | Promise<View>>;

/** The addresses of a page's script. */
export interface PageScript {
  readonly address: string;
  /** All files that it imports, directly or not. */
  readonly imports: readonly string[];
  /** The classic script that some pages run before the first paint. */
  readonly beforeFirstPaint: string;
}

/** A script and the forms that it hydrates. */
export interface FormScript extends PageScript {
  readonly renderForm: RenderForm | undefined;
}
