import { hasKeys, recordKind, reread } from '../../reread';
import { articleOf } from './match';
import { feedbacks, sellerReviews } from './parsers';

export const wildberriesReread = reread([
  // The API for sellers.
  recordKind({
    isOfKind: hasKeys('productDetails'),
    parser: sellerReviews,
    documentOf: (records) => ({ data: { feedbacks: records } }),
    factsOf: (url) => {
      const article = articleOf(url);
      return article === null ? undefined : { article, status: 200 };
    },
  }),
  recordKind({
    isOfKind: hasKeys('productValuation'),
    parser: feedbacks,
    documentOf: (records) => ({ feedbacks: records }),
    factsOf: (url) => {
      const article = articleOf(url);
      return article === null ? undefined : { article };
    },
  }),
]);
