/**
 * Parses reviews of Wildberries' API for sellers. Pure. A review has the same content as on the public list (parse.ts), except for
 * `raw`, the date of the reply, which the API does not return, and the addresses of images and the video, which only the API returns.
 */
import { cleanTextOrNull } from '@libs/kernel';
import { readShape } from '../../read-shape';
import type { CollectedReview } from '../../source';
import { webAddress } from '../../web-address';
import { reviewOf } from './parse';
import { sellerListShape, type SellerReview } from './seller-api';

export interface SellerPage {
  readonly reviews: CollectedReview[];
  /** The name of the article; null on a page without reviews. */
  readonly name: string | null;
}

/** The state of a reply that Wildberries checks. */
const IN_MODERATION = 'reviewRequired';

/** Reads one page of a list. Throws `Changed` if it does not match. */
export function readSellerPage(value: unknown, article: string): SellerPage {
  const { feedbacks } = readShape(sellerListShape, value, "Wildberries' list of reviews for sellers").data;
  return {
    reviews: feedbacks.map((feedback) => readSellerReview(feedback, article)),
    name: cleanTextOrNull(feedbacks[0]?.productDetails?.productName),
  };
}

function readSellerReview(feedback: SellerReview, article: string): CollectedReview {
  const { userName, answer, productDetails } = feedback;
  const review = reviewOf({
    ...feedback,
    nmId: productDetails?.nmId ?? Number(article),
    author: userName,
    answer: answer && { text: answer.text, state: answer.state, createDate: null },
    raw: feedback,
  });
  // While a changed reply is in moderation, the previous one may still be public.
  const withMedia = { ...review, images: imagesOf(feedback), videos: videosOf(feedback) };
  return answer?.state === IN_MODERATION ? { ...withMedia, replyKnown: false } : withMedia;
}

function imagesOf({ photoLinks }: SellerReview): CollectedReview['images'] {
  const images = (photoLinks ?? []).map(({ fullSize, miniSize }) => ({
    image: webAddress(fullSize),
    preview: webAddress(miniSize),
  }));
  // An image has one size of its own; another size cannot be requested.
  return images.flatMap(({ image, preview }) => {
    const address = image ?? preview;
    return address === null ? [] : [{ templateUrl: address, preview, image }];
  });
}

function videosOf({ video }: SellerReview): CollectedReview['videos'] {
  const videoUrl = webAddress(video?.link);
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
