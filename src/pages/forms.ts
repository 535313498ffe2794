import type { Brand } from '../config/brand.ts';
import type { FormField } from '../config/built-in-fields.ts';
import { type AccountFields, type FieldInput, fieldInputs } from '../config/field-presence.ts';
import { MAX_PASSWORD_CODE_POINTS } from '../core/passwords/password-policy.ts';
import { Html, html } from './html.ts';
import type { PageFeatures } from './page-features.ts';
import type { Messages, Texts } from './texts/en.ts';

export type { FieldInput, FormField };

export type PageMessages = Messages & { readonly support: string };

/** Data for the components of every form: in the document for its script, and given on the server. */
export interface PageData {
  readonly texts: Pick<Texts, 'actions' | 'hints' | 'rules' | 'secondFactor'> & {
    readonly fields: Omit<Texts['fields'], 'passkey_name'>;
  };
  readonly messages: PageMessages;
  /** The fields that users write. */
  readonly fields: readonly FieldInput[];
  /** The industries to choose from; empty: any text. */
  readonly industries: readonly string[];
  /** PHONE_COUNTRIES: countries offered first. */
  readonly phoneCountries: readonly string[];
  readonly maxPasswordCodePoints: number;
}

/** A sentence that links the terms. */
export interface Agreement {
  readonly parts: readonly (string | { readonly name: string; readonly url: string })[];
  /** With TERMS_VERSION: the form sends the acceptance. */
  readonly isSent: boolean;
}

/** The properties that views pass to forms. The page's script adds behaviour (browser/hydrate-form.ts). */
export interface FormProps {
  readonly login: {
    readonly id: 'login-form';
    readonly words: Pick<Texts['login'], 'title' | 'keep' | 'forgot' | 'back'>;
    readonly forgotUrl: string;
    /** Texts of the passkey button, with PASSKEYS=on. */
    readonly passkey?: Pick<Texts['login'], 'or' | 'withPasskey'>;
    /** With TERMS_VERSION, for users who have not accepted the terms. */
    readonly agreement: Agreement | undefined;
  };
  readonly register: {
    readonly id: 'register-form';
    /** The refusal for an address that has an account. */
    readonly taken: { readonly loginUrl: string; readonly forgotUrl: string; readonly forgot: string };
    readonly agreement: Agreement | undefined;
  };
  /** Requests another e-mail, to a typed or known address. */
  readonly email: {
    readonly id: string;
    readonly kind: 'verification' | 'password_reset' | 'login_code';
    /** The message after the e-mail was requested. */
    readonly sentText?: string;
    readonly label: string;
    readonly variant?: 'plain';
    readonly lead?: string;
    readonly hasField?: boolean;
  };
  readonly password: {
    readonly id: string;
    readonly label: string;
    readonly agreement?: Agreement | undefined;
    /** Missing fields of the account. */
    readonly fields?: readonly FieldInput[];
  };
  readonly details: {
    readonly id: string;
    readonly label: string;
    readonly fields: readonly FieldInput[];
  };
  /** A form with only a button. */
  readonly button: {
    readonly id: string;
    readonly label: string;
    readonly variant?: 'plain';
    readonly hint?: string;
  };
}

/** Data of the forms after a provider login, which the script renders. */
export interface IdentityPage {
  readonly words: Texts['identities'] & Pick<Texts['loginMethods'], 'linked'>;
  /** Used by the form of a new account, and after a login that was refused without it. */
  readonly agreement: Agreement | undefined;
  readonly newTerms: Agreement | undefined;
}

/** Data of the form for an e-mailed code, which the script renders too. */
export interface EmailLoginPage {
  readonly words: Texts['emailLogin'];
  readonly newTerms: Agreement | undefined;
}

/** HTML of a form (browser/forms/render-form.tsx). */
export type RenderForm = <Name extends keyof FormProps>(name: Name, props: FormProps[Name], page: PageData) => string;

export type FormHtml = <Name extends keyof FormProps>(name: Name, props: FormProps[Name]) => Html;

/** Renders forms before any script runs. Includes their properties, so that the script renders the same. */
export const createFormHtml =
  (render: RenderForm | undefined, page: PageData): FormHtml =>
  (name, props) => {
    if (!render) throw new Error(`nothing renders the form ${name}`);
    return html`<div class="form" data-props="${JSON.stringify(props)}">${new Html(render(name, props, page))}</div>`;
  };

interface Deployment extends Pick<PageData, 'industries' | 'phoneCountries'> {
  readonly fields: AccountFields;
  readonly language: string;
  readonly texts: Texts;
  readonly brand: Brand;
  readonly features: PageFeatures;
}

export function pageDataOf(deployment: Deployment): PageData {
  const { texts, brand, features, fields: accountFields, language, industries, phoneCountries } = deployment;
  const { passkey_name: _, ...fields } = texts.fields;
  const { actions, hints, rules, secondFactor, messages } = texts;
  // With SESSIONS=many, a login elsewhere ends nothing.
  const sessionEnded = features.manySessions ? messages.deviceLoggedOut : messages.sessionEnded;
  return {
    texts: { actions, hints, rules, secondFactor, fields },
    messages: { ...messages, sessionEnded, support: brand.supportEmail ?? '' },
    fields: fieldInputs(accountFields, 'user', language, fields),
    industries,
    phoneCountries,
    maxPasswordCodePoints: MAX_PASSWORD_CODE_POINTS,
  };
}
