import type { Agreement } from '../forms.ts';
import type { PageContext } from '../page.ts';

/** A sentence with links to the terms and, if configured, the privacy policy. */
export function agreement(
  { brand: { termsUrl, privacyUrl }, texts: { register: words }, features }: PageContext,
  sentence = privacyUrl === undefined ? words.agreement : words.agreementWithPrivacy,
): Agreement | undefined {
  if (termsUrl === undefined) return undefined;
  const links: Readonly<Record<string, { readonly name: string; readonly url: string }>> = {
    terms: { name: words.termsName, url: termsUrl },
    privacy: { name: words.privacyName, url: privacyUrl ?? '' },
  };
  const parts = sentence.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? links[part] : undefined) ?? part);
  return { parts, isSent: features.terms };
}

/** The agreement for users who have not accepted the current terms, with TERMS_VERSION. */
export const newTerms = (context: PageContext): Agreement | undefined =>
  context.features.terms ? agreement(context, context.texts.login.agreement) : undefined;
