import type { Language, Languages } from '../config/languages.ts';
import { allowedReturnUrl, type ReturnUrl } from '../config/return-urls.ts';
import type { PageFeatures } from './page-features.ts';

/** The parameters of a visitor's journey, which pages pass on. */
interface Journey {
  /** The destination after the login; undefined unless RETURN_URLS allows it or it is a console screen. */
  readonly returnTo: string | undefined;
  /** With OPENID=on: the login that an app waits for. The journey ends at the page that continues it. */
  readonly interaction?: string | undefined;
  /** The language of `?lang=`, which overrides the browser's. */
  readonly language: Language | undefined;
}

/**
 * Decides on the server, because the list of allowed addresses may name internal hosts and must stay hidden. Every page
 * decides again, so that an address stored in a browser is never trusted.
 */
export function readJourney(query: URLSearchParams, settings: JourneySettings): Journey {
  const { base, returnUrls, languages, features } = settings;
  const requested = query.getAll('return_to');
  const language = languages.find(query.get('lang'));
  const interaction = features.openId ? interactionIn(query) : undefined;
  if (interaction !== undefined) {
    const returnTo = base + withQuery('/connect', carriedQuery({ interaction, language }));
    return { returnTo, interaction, language };
  }
  return {
    returnTo: (features.admin ? consoleAddress(requested, base) : undefined) ?? allowedReturnUrl(returnUrls, requested),
    language,
  };
}

interface JourneySettings {
  readonly base: string;
  readonly returnUrls: readonly ReturnUrl[];
  readonly languages: Languages;
  readonly features: PageFeatures;
}

/** Accepts only ids that the service issues. */
function interactionIn(query: URLSearchParams): string | undefined {
  const [value = ''] = query.getAll('interaction');
  return /^[\w-]{20,64}$/.test(value) ? value : undefined;
}

/**
 * A console screen to return to after the login, as a path on the page's host. Allows plain characters only, no empty
 * segments and no dots, so that it cannot be read as another host or page.
 */
function consoleAddress(values: readonly string[], base: string): string | undefined {
  const [value = ''] = values;
  const isScreen = /^\/admin(\/[a-z0-9-]+)*(\?[\w.~%&=+*,:@/-]*)?$/i.test(value.slice(base.length));
  const isAllowed = value.startsWith(base) && isScreen && value.length <= MAX_CONSOLE_ADDRESS_LENGTH;
  return values.length === 1 && isAllowed ? value : undefined;
}

const MAX_CONSOLE_ADDRESS_LENGTH = 2048;

/** The query of links between pages; empty if there is nothing to pass on. */
export const carriedQuery = ({ returnTo, interaction, language }: Partial<Journey>): string =>
  new URLSearchParams({
    ...(interaction !== undefined && { interaction }),
    ...(interaction === undefined && returnTo !== undefined && { return_to: returnTo }),
    ...(language !== undefined && { lang: language }),
  }).toString();

export const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);
