import { Input, QueryId } from '@libs/http';
import { SourceSlugs } from '@src/sources';
import { SummaryParameters, VERSION_3 } from '../analytics-parameters.shapes';
import { WholeAccount } from './account-scope';

/** What the figures of v3 that have no periods count (contract §4.7). */
export class ObjectSummaryParameters extends Input(SummaryParameters, {
  ...VERSION_3,
  object_id: QueryId({ description: 'The object. Without `object_id` and `folder_id`, the whole account.' }),
  folder_id: QueryId({ description: 'A whole folder with its subfolders.' }),
  scope: WholeAccount('`account`: the whole account, which is also the default.'),
  source_slugs: SourceSlugs(
    'Only these platforms, slugs from `GET /v3/sources`, in addition to those of `source_ids`.',
  ),
}) {}
