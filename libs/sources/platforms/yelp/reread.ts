import { hasKeys, recordKind, reread } from '../../reread';
import { reviewPage } from './parsers';

export const yelpReread = reread([
  recordKind({
    isOfKind: hasKeys('time_created'),
    parser: reviewPage,
    documentOf: (reviews) => ({ reviews, total: reviews.length }),
    factsOf: () => ({ status: 200 }),
  }),
]);
