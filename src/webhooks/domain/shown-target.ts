import { looksRandom, parsedUrl } from '@libs/kernel';

/** Replaces a part of an address that is not shown. */
const HIDDEN = '…';

/**
 * The target of a webhook for persons who may not change it. Receivers put tokens into their addresses, so the user information, the values
 * of the query, the fragment and parts of the path that look like tokens are left out. Names of parameters stay.
 */
export function targetWithoutSecrets(target: string): string {
  const url = parsedUrl(target);
  if (url === null) return HIDDEN;
  const path = url.pathname
    .split('/')
    .map((part) => (looksRandom(part) ? HIDDEN : part))
    .join('/');
  return `${url.protocol}//${url.host}${path}${url.search.length > 1 ? `?${namesOf(url.search.slice(1))}` : ''}`;
}

function namesOf(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const end = pair.indexOf('=');
      // A parameter without a value may itself be a token.
      return end < 0 || looksRandom(pair.slice(0, end)) ? HIDDEN : `${pair.slice(0, end)}=${HIDDEN}`;
    })
    .join('&');
}
