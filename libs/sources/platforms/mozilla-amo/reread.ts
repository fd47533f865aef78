import { hasKeys, recordKind, reread } from '../../reread';
import { addonOf } from './match';
import { ratingsPage } from './parsers';

export const mozillaAmoReread = reread([
  recordKind({
    isOfKind: hasKeys('score'),
    parser: ratingsPage,
    documentOf: (results) => ({ count: results.length, next: null, results }),
    factsOf: (url) => {
      const addon = addonOf(url);
      return addon === null ? undefined : { addon };
    },
  }),
]);
