/** The parts of the Terra API that are used: addresses, credentials. */
import { credentialField, type CredentialField } from '../../connecting';

export const PLATFORM = 'Tripadvisor';
/** The largest page that the API returns. */
export const PAGE_SIZE = 20;
const API = 'https://terra.tripadvisor.com/api/locations';

export const CREDENTIAL_FIELDS: readonly CredentialField[] = [
  credentialField(
    'api_key',
    'Key for the Terra API: at www.tripadvisor.com/developers, in the dashboard under API keys. The plan must include reviews, and if it has an allowlist, this location must be on it. A key for the older Content API does not work.',
  ),
];

export const locationUrl = (id: string): string => `${API}/${id}`;

export function reviewsUrl(id: string, page: number): string {
  const query = new URLSearchParams({
    // The language in which each review was written.
    language: 'primary',
    sort_by: 'MOST_RECENT',
    page: String(page),
    size: String(PAGE_SIZE),
  });
  return `${API}/${id}/reviews?${query.toString()}`;
}

export const keyHeaders = (key: string): Readonly<Record<string, string>> => ({
  accept: 'application/json',
  'x-api-key': key,
});
