import { hasKeys, recordKind, reread } from '../../reread';
import { productIdOf } from './match';
import { reviewPage } from './parsers';

export const bazaarvoiceReread = reread([
  recordKind({
    isOfKind: hasKeys('Id'),
    parser: reviewPage,
    documentOf: (records) => ({ TotalResults: records.length, Results: records }),
    factsOf: (url) => {
      const productId = productIdOf(url);
      return productId === null ? undefined : { status: 200, productId };
    },
  }),
]);
