import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { QueryId, V2 } from '@libs/http';
import { SyncParameters } from '../sync-parameters.dto';
import { ReviewChangesV2 } from '../sync.payload';
import { syncRoutes } from '../sync.routes';

class GroupSyncQuery extends SyncParameters {
  @QueryId({ description: 'The object. Exactly one of `group_id` and `folder_id` is required.' })
  readonly group_id?: number;

  @QueryId({ description: 'A whole folder with its subfolders.' })
  readonly folder_id?: number;
}

/** The change stream in v2 (contract §4.4, §7.3). */
@ApiTags('Reviews')
@Controller({ path: 'reviews/sync', version: V2 })
export class ReviewSyncV2Controller extends syncRoutes({
  version: 'v2',
  noun: 'group',
  query: GroupSyncQuery,
  changes: ReviewChangesV2,
}) {}
