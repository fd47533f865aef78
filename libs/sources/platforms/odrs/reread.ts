import { hasKeys, recordKind, reread } from '../../reread';
import { reviewsList } from './parsers';

export const odrsReread = reread([
  recordKind({
    isOfKind: hasKeys('review_id'),
    parser: reviewsList,
    documentOf: (reviews) => reviews,
    factsOf: () => ({}),
  }),
]);
