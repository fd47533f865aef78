import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { V3 } from '@libs/http';
import { HiddenReview, PinnedReview } from '../curation.shapes';
import { curationRoutes } from '../curation.routes';

/** Hidden and pinned reviews in v3 (contract §4.10, §4.13). */
@ApiTags('Hidden and pinned reviews')
@Controller({ path: 'objects/:object_id', version: V3 })
export class ObjectCurationController extends curationRoutes({
  version: 'v3',
  noun: 'object',
  hiddenReview: HiddenReview,
  pinnedReview: PinnedReview,
  hasOrderTag: true,
}) {}
