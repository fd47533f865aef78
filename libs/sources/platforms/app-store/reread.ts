import { hasKeys, recordKind, reread } from '../../reread';
import { appOf } from './match';
import { connectReviews, feed, row } from './parsers';

export const appStoreReread = reread([
  recordKind({
    isOfKind: hasKeys('userReviewId'),
    parser: row,
    documentOf: (userReviewList) => ({ userReviewList }),
    factsOf: (url) => appOf(url) ?? undefined,
  }),
  recordKind({
    isOfKind: hasKeys('im:rating'),
    parser: feed,
    documentOf: (entry) => ({ feed: { entry } }),
    factsOf: (url) => appOf(url) ?? undefined,
  }),
  // The reply of App Store Connect is stored with the review; its list has it beside the reviews.
  recordKind({
    isOfKind: hasKeys('attributes'),
    parser: connectReviews,
    documentOf: (data) => ({
      data,
      included: data.flatMap(({ response }) => (response === undefined ? [] : [response])),
      links: {},
    }),
    factsOf: (url) => {
      const app = appOf(url);
      return app === null ? undefined : { status: 200, app };
    },
  }),
]);
