import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { QueryId, V3 } from '@libs/http';
import { SyncParameters } from '../sync-parameters.dto';
import { ReviewChanges } from '../sync.payload';
import { syncRoutes } from '../sync.routes';

class ObjectSyncQuery extends SyncParameters {
  @QueryId({ description: 'The object. Exactly one of `object_id` and `folder_id` is required.' })
  readonly object_id?: number;

  @QueryId({ description: 'A whole folder with its subfolders.' })
  readonly folder_id?: number;
}

/** The change stream in v3 (contract §4.4, §4.13, §7.3). */
@ApiTags('Reviews')
@Controller({ path: 'reviews/sync', version: V3 })
export class ReviewSyncController extends syncRoutes({
  version: 'v3',
  noun: 'object',
  query: ObjectSyncQuery,
  changes: ReviewChanges,
}) {}
