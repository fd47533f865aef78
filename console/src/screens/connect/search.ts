import { numberOf, oneOf, type Search } from '../../lib/url-state';

/** The steps of connecting; without one, the connections of the platform. */
export const STEPS = ['before', 'match', 'tested'] as const;
export type Step = (typeof STEPS)[number];

export interface ConnectSearch {
  readonly step?: Step;
  /** The flow of a consent. */
  readonly flow?: number;
  /** The object to connect by fields. */
  readonly object_id?: number;
  /** The page of a long list of places. */
  readonly page?: number;
}

export function connectSearch(search: Search): ConnectSearch {
  return {
    step: oneOf(search['step'], STEPS),
    flow: numberOf(search['flow'], 1),
    object_id: numberOf(search['object_id'], 1),
    page: numberOf(search['page'], 2),
  };
}
