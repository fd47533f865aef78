/** `limit` and `offset` of a paged list, as applied (contract §1.2). */
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

/** A page of a list; `total` is the length of the filtered list (contract §1.2). */
export function pageOf<T>(data: readonly T[], total: number, request: PageRequest): Page<T> {
  return { data, total, limit: request.limit, offset: request.offset, has_next: request.offset + data.length < total };
}
