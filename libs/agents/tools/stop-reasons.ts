/** What a stop reason and the code of a failure mean, for a reader without the contract (contract §2.2, §10.2). */
const MEANINGS: Readonly<Record<string, string>> = {
  complete: 'The whole list was read.',
  window_limit: 'The platform shows no older reviews; all that it shows were read.',
  known_reached: 'Only new reviews were read, down to those that were stored before.',
  count_mismatch: 'The list ended, and the number of reviews differs from the one that the platform states.',
  unread: 'A part of the list could not be read.',
  blocked: 'The platform refused the requests.',
  rate_limited: 'The platform asked for fewer requests; the next attempt is later.',
  page_not_found: 'The page no longer exists on the platform.',
  timeout: 'The platform did not answer in time.',
  network: 'The platform could not be reached.',
  parse_error: 'The platform changed its page; this version cannot read it.',
  credentials_missing: 'The platform needs a connection of the owner.',
  credentials_rejected: 'The platform refused the credentials of the connection.',
  credentials_insufficient: 'The credentials of the connection do not include the reviews.',
  browser_unavailable: 'The service has no browser for this platform.',
  internal: 'The service failed; the operator can see why.',
};

/** The meaning of a stop reason; null where there is none, or for one of a newer service. */
export const whyStopped = (reason: string | null): string | null => MEANINGS[reason ?? ''] ?? null;
