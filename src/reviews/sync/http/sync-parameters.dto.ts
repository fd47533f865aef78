import { QueryBoolean, QueryEnum, QueryInteger, QueryText } from '@libs/http';
import { SYNC_MODES, type SyncSelection, type SyncMode } from '../domain/sync-cursor';
import type { ReviewFormat } from '../../persistence/review-json.sql';
import type { SyncRequest } from '../review-sync.service';

/** Far above the length of a cursor, so that a longer text is `invalid_cursor` like every other invalid cursor. */
const MAX_CURSOR_TEXT = 8_192;

/** The parameters of the sync that both versions share (contract §4.4.1). */
export class SyncParameters {
  @QueryEnum({
    description:
      '`snapshot` (the default): first all reviews, then changes. `changes`: only changes after the first call. With a cursor: the mode it was issued for, or omitted.',
    values: SYNC_MODES,
  })
  readonly mode?: SyncMode;

  @QueryText({
    description: '`next_cursor` of the previous page; absent at the beginning. Valid for a year.',
    maxLength: MAX_CURSOR_TEXT,
  })
  readonly cursor?: string;

  @QueryInteger({ description: 'Changes per page.', min: 1, max: 1000, default: 500 })
  readonly limit!: number;

  @QueryBoolean({ description: "Adds `raw_review`, the platform's own record.", default: false })
  readonly include_raw!: boolean;
}

/** Maps the query to a request of the service. */
export function syncRequestOf(
  version: ReviewFormat['version'],
  selection: SyncSelection,
  { mode, cursor, limit, include_raw: includeRaw }: SyncParameters,
): SyncRequest {
  return { selection, mode: mode ?? null, cursor: cursor ?? null, limit, format: { version, includeRaw } };
}
