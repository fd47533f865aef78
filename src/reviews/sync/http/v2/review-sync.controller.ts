import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Endpoint, QueryId, sendJson, V2 } from '@libs/http';
import { AppError } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import type { SyncAddressee } from '../../domain/sync-cursor';
import { ReviewSyncService } from '../../review-sync.service';
import { SYNC_DESCRIPTION, SYNC_SUMMARY } from '../sync-description';
import { SyncParameters, syncRequestOf } from '../sync-parameters.dto';
import { ReviewChangesV2 } from '../sync.payload';

export class GroupSyncQuery extends SyncParameters {
  @QueryId({ description: 'The object. Exactly one of `group_id` and `folder_id` is required.' })
  readonly group_id?: number;

  @QueryId({ description: 'A whole folder with its subfolders.' })
  readonly folder_id?: number;
}

/** Keeping a local copy (contract §4.4, §7.3). */
@ApiTags('Reviews')
@Controller({ path: 'reviews/sync', version: V2 })
export class ReviewSyncV2Controller {
  constructor(private readonly sync: ReviewSyncService) {}

  @Get()
  @Endpoint({
    name: 'syncReviews',
    summary: SYNC_SUMMARY,
    description: SYNC_DESCRIPTION,
    response: ReviewChangesV2,
    access: 'read',
    errors: [
      'group_or_folder_required',
      'group_and_folder_conflict',
      'invalid_cursor',
      'cursor_mismatch',
      'not_found',
      'folder_not_found',
    ],
  })
  async changes(
    @CurrentCaller() caller: Caller,
    @Query() query: GroupSyncQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendJson(response, 200, await this.sync.page(caller, syncRequestOf('v2', addresseeOf(query), query)));
  }
}

function addresseeOf({ group_id: objectId, folder_id: folderId }: GroupSyncQuery): SyncAddressee {
  if (objectId !== undefined && folderId !== undefined) {
    throw new AppError('group_and_folder_conflict', 'Give either group_id or folder_id, not both');
  }
  if (objectId !== undefined) return { kind: 'object', objectId };
  if (folderId !== undefined) return { kind: 'folder', folderId };
  throw new AppError('group_or_folder_required', 'Give group_id or folder_id');
}
