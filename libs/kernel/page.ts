/** A page of a list (contract §1): `limit` and `offset` as applied, `total` over the whole filtered list. */
export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

export interface Page<T> {
  readonly data: readonly T[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly has_next: boolean;
}

/** The envelope of a paged list. `has_next` is `offset + data.length < total` (contract §1.2). */
export function pageOf<T>(data: readonly T[], total: number, request: PageRequest): Page<T> {
  return { data, total, limit: request.limit, offset: request.offset, has_next: request.offset + data.length < total };
}
