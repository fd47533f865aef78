/**
 * Bazaarvoice, read through the Conversations API with the passkey of the shop:
 * https://developers.bazaarvoice.com/v1.0-ConversationsAPI
 *
 * - Reviews are shown on the pages of shops, whose addresses do not name Bazaarvoice. The address of a product is therefore that of
 *   the API, without the passkey. A product number is unique within one shop only, so a link belongs to the passkey of its
 *   connection.
 * - The passkey is never read from a page of a shop. It is sent in the query, because the API has no other way.
 * - The list is complete for the locales of the passkey, newest first, in pages of 100; dates are in UTC.
 * - Errors have the status 200 and `HasErrors`. A product that does not exist has the same empty list as a product without reviews,
 *   so an empty list needs the product's own record.
 * - Reviews that other shops or brands collected (`IsSyndicated`) are not native.
 * - The list of reviews was recorded in 2016. The record of a product, errors, photos and videos are known from documentation and
 *   from the public SDKs.
 */
import { facts, ownerRoad } from '../../facts';
import { hasKeys, recordKind, reread } from '../../reread';
import type { PlatformSource } from '../../source';
import { connecting } from './connecting';
import { HOSTS, match, productIdOf } from './match';
import { RATING_SCALE } from './parse';
import { reviewPage } from './parsers';
import { visit } from './visit';

export const bazaarvoice: PlatformSource = {
  facts: facts({
    id: 16,
    slug: 'bazaarvoice',
    displayName: 'Bazaarvoice',
    baseUrl: 'https://www.bazaarvoice.com',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: true,
    hosts: HOSTS,
    politeness: { concurrency: 2, minDelayMs: 500, dailyRequests: 20_000 },
    rawPrivacy: {
      names: ['UserNickname'],
      drop: [
        'AuthorId',
        'UserLocation',
        'ContextDataValues',
        'AdditionalFields',
        'SubmissionId',
        'ClientResponses.*.Name',
        'ClientResponses.*.Department',
      ],
    },
  }),
  match,
  ownerRoads: [ownerRoad({ name: 'conversations-api', order: 'newest_first', evidence: 'recorded', visit })],
  connecting,
  reread: reread([
    recordKind({
      isOfKind: hasKeys('Id'),
      parser: reviewPage,
      documentOf: (records) => ({ TotalResults: records.length, Results: records }),
      factsOf: (url) => {
        const productId = productIdOf(url);
        return productId === null ? undefined : { status: 200, productId };
      },
    }),
  ]),
};
