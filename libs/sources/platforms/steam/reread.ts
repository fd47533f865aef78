import { hasKeys, recordKind, reread } from '../../reread';
import { appIdOf } from './match';
import { reviewsPage } from './parsers';

/** The author's number, which is a part of the address of a review, is not stored. */
export const steamReread = reread(
  [
    recordKind({
      isOfKind: hasKeys('recommendationid'),
      parser: reviewsPage,
      documentOf: (reviews) => ({ success: 1, reviews }),
      factsOf: (url) => {
        const appId = appIdOf(url);
        return appId === null ? undefined : { appId };
      },
    }),
  ],
  ['address'],
);
