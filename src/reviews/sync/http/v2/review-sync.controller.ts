import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Input, QueryId, V2 } from '@libs/http';
import { ReviewChangesV2, SyncParameters } from '../sync.shapes';
import { syncRoutes } from '../sync.routes';

class GroupSyncParameters extends Input(SyncParameters, {
  group_id: QueryId({ description: 'The object. Exactly one of `group_id` and `folder_id` is required.' }),
  folder_id: QueryId({ description: 'A whole folder with its subfolders.' }),
}) {}

/** The change stream in v2 (contract §4.4, §7.3). */
@ApiTags('Reviews')
@Controller({ path: 'reviews/sync', version: V2 })
export class ReviewSyncV2Controller extends syncRoutes({
  version: 'v2',
  noun: 'group',
  query: GroupSyncParameters,
  changes: ReviewChangesV2,
}) {}
