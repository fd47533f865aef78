import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Input, QueryId, V3 } from '@libs/http';
import { ReviewChanges, SyncParameters } from '../sync.shapes';
import { syncRoutes } from '../sync.routes';

class ObjectSyncParameters extends Input(SyncParameters, {
  object_id: QueryId({ description: 'The object. Exactly one of `object_id` and `folder_id` is required.' }),
  folder_id: QueryId({ description: 'A whole folder with its subfolders.' }),
}) {}

/** The change stream in v3 (contract §4.4, §4.13, §7.3). */
@ApiTags('Reviews')
@Controller({ path: 'reviews/sync', version: V3 })
export class ReviewSyncController extends syncRoutes({
  version: 'v3',
  noun: 'object',
  query: ObjectSyncParameters,
  changes: ReviewChanges,
}) {}
