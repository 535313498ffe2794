import type { Language, Languages } from '../config/languages.ts';
import { allowedReturnUrl, type ReturnUrl } from '../config/return-urls.ts';

/** What the application that sent a visitor here asked for in the address, and what is passed on from page to page. */
export interface Journey {
  /** Where the visitor goes after the login; undefined unless RETURN_URLS allows it. */
  readonly returnTo: string | undefined;
  /** The language of `?lang=`, in place of that of the browser. */
  readonly language: Language | undefined;
}

/**
 * The decision is made here and not in the page: the list of allowed addresses, which may name internal hosts, is not
 * shown to visitors. Every page decides anew, so that an address that was kept in a browser is never trusted.
 */
export const readJourney = (query: URLSearchParams, allowed: readonly ReturnUrl[], languages: Languages): Journey => ({
  returnTo: allowedReturnUrl(allowed, query.getAll('return_to')),
  language: languages.find(query.get('lang')),
});

/** The query that links between the pages carry; empty when there is nothing to pass on. */
export const carriedQuery = ({ returnTo, language }: Journey): string =>
  new URLSearchParams({
    ...(returnTo !== undefined && { return_to: returnTo }),
    ...(language !== undefined && { lang: language }),
  }).toString();

export const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);
