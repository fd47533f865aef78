import { hasKeys, recordKind, reread } from '../../reread';
import { reviewPage } from './parsers';

export const yotpoReread = reread([
  recordKind({
    isOfKind: hasKeys('score'),
    parser: reviewPage,
    documentOf: (reviews) => ({ response: { reviews, pagination: { total: reviews.length } } }),
    factsOf: () => null,
  }),
]);
