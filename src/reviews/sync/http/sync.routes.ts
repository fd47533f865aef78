import { Get, Injectable, Res, type Type } from '@nestjs/common';
import type { Response } from 'express';
import { Endpoint, QueryOf, sendJson, type ObjectNoun } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { requiredSelection, type SelectionFields } from '../../http/selection';
import type { ReviewFormat } from '../../persistence/review-json.sql';
import { ReviewSyncService } from '../review-sync.service';
import { syncRequestOf, type ReviewChanges, type ReviewChangesV2, type SyncParameters } from './sync.shapes';

const DESCRIPTION = [
  'Begin without a cursor, apply every change in order, and continue with `next_cursor`: at once while `has_next` is',
  'true, later otherwise. No change is missed, even if reviews are written meanwhile; a change may be returned twice, each time',
  'with the current state. Reviews deleted on the platform and hidden reviews are upserts with their flags; the flags',
  '`is_hidden`, `is_pinned` and `pin_position` are present for a folder too, because a copy needs them. A review that was only seen',
  'again is not a change, so `last_seen_at` of a copy may be older. A review that leaves the composition is a `remove`, one that',
  'enters it is an `upsert`; for a deleted object, its reviews are returned as removals. On `invalid_cursor` begin again without a',
  'cursor: the cursor was altered, is older than a year or belongs to another account, the plan now shows another number of reviews,',
  'or reviews were purged before the cursor had reached them.',
].join(' ');

/** The names that differ between the versions. */
interface SyncNames {
  readonly version: ReviewFormat['version'];
  readonly noun: ObjectNoun;
  readonly query: Type<SyncParameters & SelectionFields>;
  readonly changes: Type<ReviewChanges | ReviewChangesV2>;
}

/** The route of the change stream, by which a client keeps a local copy (contract §4.4, §7.3). */
export function syncRoutes({ version, noun, query: queryClass, changes }: SyncNames) {
  @Injectable()
  abstract class SyncRoutes {
    constructor(private readonly sync: ReviewSyncService) {}

    @Get()
    @Endpoint({
      name: 'syncReviews',
      summary: 'Changes of reviews, for keeping a local copy',
      description: DESCRIPTION,
      response: changes,
      access: 'read',
      errors: [
        `${noun}_or_folder_required`,
        `${noun}_and_folder_conflict`,
        'invalid_cursor',
        'cursor_mismatch',
        'not_found',
        'folder_not_found',
      ],
    })
    async list(
      @CurrentCaller() caller: Caller,
      @QueryOf(queryClass) query: SyncParameters & SelectionFields,
      @Res() response: Response,
    ): Promise<void> {
      const request = syncRequestOf(version, requiredSelection(noun, query), query);
      sendJson(response, 200, await this.sync.page(caller, request));
    }
  }
  return SyncRoutes;
}
