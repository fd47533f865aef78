import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { V2 } from '@libs/http';
import { HiddenReviewV2, PinnedReviewV2 } from '../curation.shapes';
import { curationRoutes } from '../curation.routes';

/** Hidden and pinned reviews under their v2 paths (contract §4.10). */
@ApiTags('Hidden and pinned reviews')
@Controller({ path: 'groups/:group_id', version: V2 })
export class GroupCurationController extends curationRoutes({
  version: 'v2',
  noun: 'group',
  hiddenReview: HiddenReviewV2,
  pinnedReview: PinnedReviewV2,
  hasOrderTag: false,
}) {}
