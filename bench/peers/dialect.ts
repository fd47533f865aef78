/** How to request a page of `GET /v3/reviews` from a peer, and how to read the reviews and the total from its response. */
import type { LoadRequest } from '../load/generator';

export interface Dialect {
  translate(request: LoadRequest): LoadRequest;
  /** The response as `{data: [{id}], total}`. */
  page(answer: unknown): { readonly data: readonly { readonly id: number | string }[]; readonly total: number };
}

export interface FeedParameters {
  readonly accountId: number;
  readonly objectId: number;
  readonly limit: number;
  readonly offset: number;
}

/** The parameters of a feed request. */
export function feedParametersOf({ path }: LoadRequest): FeedParameters {
  const query = new URLSearchParams(path.slice(path.indexOf('?') + 1));
  const number = (name: string, otherwise: number): number => Number(query.get(name) ?? otherwise);
  return {
    accountId: number('account_id', 0),
    objectId: number('object_id', 0),
    limit: number('limit', 100),
    offset: number('offset', 0),
  };
}
