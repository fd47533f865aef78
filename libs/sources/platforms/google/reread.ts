import { hasKeys, recordKind, reread } from '../../reread';
import { reviewPage } from './parsers';

/** Reviews of the Places API cannot be read again: it returns them with their place. */
export const googleReread = reread([
  recordKind({
    isOfKind: hasKeys('reviewId'),
    parser: reviewPage,
    documentOf: (reviews) => ({ reviews }),
    factsOf: () => ({ status: 200 }),
  }),
]);
