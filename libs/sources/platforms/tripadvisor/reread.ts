import { hasKeys, recordKind, reread } from '../../reread';
import { reviewPage } from './parsers';

export const tripadvisorReread = reread([
  recordKind({
    isOfKind: hasKeys('id', 'rating'),
    parser: reviewPage,
    documentOf: (data) => ({ data, pagination: { total_elements: data.length } }),
    factsOf: () => ({ status: 200 }),
  }),
]);
