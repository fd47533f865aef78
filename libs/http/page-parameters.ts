import { Input } from './input-fields';
import { QueryInteger } from './query-fields';

/** `limit` and `offset` of a paged list (contract §8). */
export const PAGE_FIELDS = {
  limit: QueryInteger({ description: 'Page size.', min: 1, max: 1000, default: 100 }),
  offset: QueryInteger({ description: 'How many items are skipped.', min: 0, default: 0 }),
};

export class PageParameters extends Input(PAGE_FIELDS) {}
