/** The parts of Yelp's Places API that are used: addresses, credentials, errors. */
import { z } from 'zod';
import { credentialField, type CredentialField } from '../../connecting';
import { jsonOrNull } from '../../read-shape';

export const PLATFORM = 'Yelp';
/** The number of reviews that the API returns of a business. */
export const MAX_REVIEWS = 3;
const API = 'https://api.yelp.com/v3/businesses';

export const CREDENTIAL_FIELDS: readonly CredentialField[] = [
  credentialField(
    'api_key',
    'API key of an app at www.yelp.com/developers/v3/manage_app, 128 characters. The plan must include the reviews of businesses.',
  ),
];

const LOCALES: Readonly<Record<string, string>> = {
  cs: 'cs_CZ',
  da: 'da_DK',
  de: 'de_DE',
  es: 'es_ES',
  fi: 'fi_FI',
  fr: 'fr_FR',
  it: 'it_IT',
  ja: 'ja_JP',
  nb: 'nb_NO',
  nl: 'nl_NL',
  pl: 'pl_PL',
  pt: 'pt_PT',
  sv: 'sv_SE',
  tr: 'tr_TR',
  zh: 'zh_TW',
};

/** A locale of Yelp for the first of these languages that has one, except English, the default; null if none has. */
export function localeFor(languages: readonly string[]): string | null {
  const language = languages.find((candidate) => Object.hasOwn(LOCALES, candidate));
  return language === undefined ? null : (LOCALES[language] ?? null);
}

export const businessUrl = (business: string): string => `${API}/${encodeURIComponent(business)}`;

export function reviewsUrl(id: string, locale: string | null): string {
  const query = new URLSearchParams({ limit: '20', sort_by: 'newest', ...(locale === null ? {} : { locale }) });
  return `${businessUrl(id)}/reviews?${query.toString()}`;
}

export const keyHeaders = (key: string): Readonly<Record<string, string>> => ({
  accept: 'application/json',
  authorization: `Bearer ${key}`,
});

/** The ids of businesses that the API returns, and the card of a connection. */
export function isBusinessId(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text);
}

const errorShape = z.object({ error: z.looseObject({ code: z.string().regex(/^[A-Z][A-Z_]{2,60}$/) }) });

/** Yelp's error code (`BUSINESS_UNAVAILABLE`) in a response; null if there is none. */
export function errorCodeIn(text: string): string | null {
  return errorShape.safeParse(jsonOrNull(text)).data?.error.code ?? null;
}

/** For a business that Yelp has, whose reviews it does not return. Yelp returns 404 (github.com/Yelp/yelp-fusion/issues/702). */
export const PLAN_WITHOUT_REVIEWS =
  'Yelp shows the business, but the plan of the key does not include reviews: choose a plan that does, at www.yelp.com/developers';

/** Codes with the status 403 for a business that Yelp does not show through the API, whatever the key. */
export const UNAVAILABLE = 'BUSINESS_UNAVAILABLE';
/** Codes with the status 400 for a key of another form, which Yelp does not look up. */
export const MALFORMED_KEY = 'VALIDATION_ERROR';
