import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Endpoint, QueryId, sendJson, V3 } from '@libs/http';
import { AppError } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import type { SyncAddressee } from '../../domain/sync-cursor';
import { ReviewSyncService } from '../../review-sync.service';
import { SYNC_DESCRIPTION, SYNC_SUMMARY } from '../sync-description';
import { SyncParameters, syncRequestOf } from '../sync-parameters.dto';
import { ReviewChanges } from '../sync.payload';

export class ObjectSyncQuery extends SyncParameters {
  @QueryId({ description: 'The object. Exactly one of `object_id` and `folder_id` is required.' })
  readonly object_id?: number;

  @QueryId({ description: 'A whole folder with its subfolders.' })
  readonly folder_id?: number;
}

/** Keeping a local copy (contract §4.4, §4.13, §7.3). */
@ApiTags('Reviews')
@Controller({ path: 'reviews/sync', version: V3 })
export class ReviewSyncController {
  constructor(private readonly sync: ReviewSyncService) {}

  @Get()
  @Endpoint({
    name: 'syncReviews',
    summary: SYNC_SUMMARY,
    description: SYNC_DESCRIPTION,
    response: ReviewChanges,
    access: 'read',
    errors: [
      'object_or_folder_required',
      'object_and_folder_conflict',
      'invalid_cursor',
      'cursor_mismatch',
      'not_found',
      'folder_not_found',
    ],
  })
  async changes(
    @CurrentCaller() caller: Caller,
    @Query() query: ObjectSyncQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendJson(response, 200, await this.sync.page(caller, syncRequestOf('v3', addresseeOf(query), query)));
  }
}

function addresseeOf({ object_id: objectId, folder_id: folderId }: ObjectSyncQuery): SyncAddressee {
  if (objectId !== undefined && folderId !== undefined) {
    throw new AppError('object_and_folder_conflict', 'Give either object_id or folder_id, not both');
  }
  if (objectId !== undefined) return { kind: 'object', objectId };
  if (folderId !== undefined) return { kind: 'folder', folderId };
  throw new AppError('object_or_folder_required', 'Give object_id or folder_id');
}
