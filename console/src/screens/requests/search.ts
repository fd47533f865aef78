import { numberOf, oneOf, textOf, type Search } from '../../lib/url-state';

const CLASSES = ['2xx', '4xx', '5xx'] as const;
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Without it: the seven days that the log has. */
export const PERIODS = ['24h', '1h'] as const;

export interface RequestsSearch {
  readonly status_class?: (typeof CLASSES)[number] | undefined;
  readonly route?: string | undefined;
  readonly method?: (typeof METHODS)[number] | undefined;
  readonly key_id?: number | undefined;
  readonly code?: string | undefined;
  readonly since?: (typeof PERIODS)[number] | undefined;
  readonly offset?: number | undefined;
  /** The open one of several requests with the same request id. */
  readonly id?: number | undefined;
}

export function requestsSearch(search: Search): RequestsSearch {
  return {
    status_class: oneOf(search['status_class'], CLASSES),
    route: textOf(search['route'])?.slice(0, 200),
    method: oneOf(search['method'], METHODS),
    key_id: numberOf(search['key_id'], 1),
    code: textOf(search['code'])?.slice(0, 100),
    since: oneOf(search['since'], PERIODS),
    offset: numberOf(search['offset'], 1),
    id: numberOf(search['id'], 1),
  };
}
