import { flagOf, type Search } from '../../lib/url-state';

export interface OperatorSourcesSearch {
  /** The dialog that probes an address is open. */
  readonly probe?: boolean;
}

export function operatorSourcesSearch(search: Search): OperatorSourcesSearch {
  return { probe: flagOf(search['probe']) === true ? true : undefined };
}
