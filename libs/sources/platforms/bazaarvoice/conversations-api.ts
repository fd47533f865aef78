/** The parts of the Conversations API that are used: addresses, credentials, errors. Version 5.4. */
import { z } from 'zod';
import { credentialField, type CredentialField } from '../../connecting';
import { API_HOST } from './match';

export const PLATFORM = 'Bazaarvoice';
export const PAGE_SIZE = 100;

export const CREDENTIAL_FIELDS: readonly CredentialField[] = [
  credentialField(
    'passkey',
    'API key of the shop for the Conversations API, for production: in the Bazaarvoice Portal under API Key Management. It must be approved and must show the reviews of this product.',
  ),
];

export function reviewsUrl(productId: string, passkey: string, offset: number): string {
  return address('reviews', passkey, {
    Filter: `ProductId:${productId}`,
    Sort: 'SubmissionTime:desc',
    Limit: String(PAGE_SIZE),
    Offset: String(offset),
    Include: 'Products',
    Stats: 'Reviews',
  });
}

export function productUrl(productId: string, passkey: string): string {
  return address('products', passkey, { Filter: `Id:${productId}`, Stats: 'Reviews' });
}

function address(list: 'reviews' | 'products', passkey: string, query: Readonly<Record<string, string>>): string {
  const parameters = new URLSearchParams({ ApiVersion: '5.4', passkey, ...query });
  return `https://${API_HOST}/data/${list}.json?${parameters.toString()}`;
}

/** Every response; errors have the status 200. */
export const errorsShape = z.looseObject({
  HasErrors: z.boolean().nullish(),
  Errors: z.array(z.looseObject({ Code: z.string().nullish() })).nullish(),
});

/** What an error means for the caller. */
export type ErrorKind = 'key_refused' | 'too_many_requests' | 'failure' | 'other';

export interface ApiError {
  /** `ERROR_ACCESS_DENIED` */
  readonly code: string;
  readonly kind: ErrorKind;
}

const KINDS: Readonly<Record<string, ErrorKind>> = {
  ERROR_PARAM_INVALID_API_KEY: 'key_refused',
  ERROR_ACCESS_DENIED: 'key_refused',
  ERROR_REQUEST_LIMIT_REACHED: 'too_many_requests',
  ERROR_UNKNOWN: 'failure',
};

/** The error in a response; null if there is none. */
export function errorIn(response: z.infer<typeof errorsShape>): ApiError | null {
  const first = response.Errors?.[0];
  if (response.HasErrors !== true && first === undefined) return null;
  const code = /^[A-Z][A-Z0-9_]{2,60}$/.exec(first?.Code ?? '')?.[0] ?? 'ERROR_UNNAMED';
  return { code, kind: KINDS[code] ?? 'other' };
}

/** Whether a 403 of the gateway before the API means too many requests ("Developer Over Qps"), not a refused key. */
export function isOverLimit(text: string): boolean {
  return /\bOver\s+(?:Qps|Rate|Queries|Limit)\b/i.test(text.slice(0, 2_000));
}
