/**
 * Parses reviews of Wildberries' API for sellers. Pure. A review has the same content as on the public list (parse.ts), except for
 * `raw`, the date of the reply, which the API does not return, and the addresses of images and the video, which only the API returns.
 */
import { cleanTextOrNull } from '@libs/kernel';
import { readItems, type ItemsRead, type Reading } from '../../reading';
import { readShape } from '../../read-shape';
import type { CollectedReview } from '../../source';
import { webAddress } from '../../url-tools';
import { PARTS, RECORD, reviewOf } from './parse';
import { sellerListShape, sellerReviewShape, type SellerReview } from './seller-api';

export interface SellerPage extends ItemsRead {
  /** The name of the article; null on a page without reviews. */
  readonly name: string | null;
}

/** The state of a reply that Wildberries checks. */
const IN_MODERATION = 'reviewRequired';

/** Reads one page of a list. Throws `Changed` if it does not match. */
export function readSellerPage(value: unknown, article: string): SellerPage {
  const { feedbacks } = readShape(sellerListShape, value, "Wildberries' list of reviews for sellers").data;
  let name: string | null = null;
  const items = readItems(feedbacks, RECORD, (feedback, reading) => {
    const { review, productName } = readSellerReview(feedback, article, reading);
    name ??= productName;
    return review;
  });
  return { ...items, name };
}

const SELLER_PARTS = {
  ...PARTS,
  productDetails: 'address',
  'productDetails.productName': 'name',
  photoLinks: 'photo',
  'photoLinks.*': 'photo',
  video: 'video',
} as const;

interface ReadReview {
  readonly review: CollectedReview;
  readonly productName: string | null;
}

function readSellerReview(value: unknown, article: string, reading: Reading): ReadReview {
  const feedback = reading.shape(sellerReviewShape, value, SELLER_PARTS);
  const { userName, answer, productDetails } = feedback;
  const productName = cleanTextOrNull(productDetails?.productName);
  const read = reviewOf(
    {
      ...feedback,
      nmId: productDetails?.nmId ?? Number(article),
      author: userName,
      answer: answer && { text: answer.text, state: answer.state, createDate: null },
      raw: value as CollectedReview['raw'],
    },
    reading,
  );
  const review = { ...read, images: imagesOf(feedback, reading), videos: videosOf(feedback, reading) };
  // While a changed reply is in moderation, the previous one may still be public.
  return { review: answer?.state === IN_MODERATION ? { ...review, replyKnown: false } : review, productName };
}

function imagesOf({ photoLinks }: SellerReview, reading: Reading): CollectedReview['images'] {
  // An image has one size of its own; another size cannot be requested.
  return (photoLinks ?? []).flatMap(({ fullSize, miniSize }) => {
    const [image, preview] = [webAddress(fullSize), webAddress(miniSize)];
    const address = image ?? preview;
    if (address === null) reading.miss('photo');
    return address === null ? [] : [{ templateUrl: address, preview, image }];
  });
}

function videosOf({ video }: SellerReview, reading: Reading): CollectedReview['videos'] {
  const videoUrl = reading.stated('video', video?.link, webAddress);
  if (videoUrl === null) return [];
  const seconds = video?.durationSec ?? null;
  return [
    {
      kind: /\.m3u8$/i.test(new URL(videoUrl).pathname) ? 'hls' : 'file',
      videoUrl,
      thumbnail: webAddress(video?.previewImage),
      width: null,
      height: null,
      durationMs: seconds === null || seconds < 0 ? null : Math.round(seconds * 1_000),
    },
  ];
}
