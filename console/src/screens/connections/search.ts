import { oneOf, type Search } from '../../lib/url-state';

export interface ConnectionsSearch {
  /** Set by the return from a platform with an answer that belongs to no flow of the session. */
  readonly returned?: 'unknown';
}

export function connectionsSearch(search: Search): ConnectionsSearch {
  return { returned: oneOf(search['returned'], ['unknown'] as const) };
}
