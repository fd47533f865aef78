import type { PageRequest } from '@libs/kernel';
import { QueryInteger } from './query-fields';

/** `limit` and `offset` of a paged list (contract §8). */
export class PageQuery implements PageRequest {
  @QueryInteger({ description: 'Page size.', min: 1, max: 1000, default: 100 })
  readonly limit!: number;

  @QueryInteger({ description: 'How many items are skipped.', min: 0, default: 0 })
  readonly offset!: number;
}
