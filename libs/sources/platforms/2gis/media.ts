/** Photos and videos of a review of 2GIS. Pure. */
import { z } from 'zod';
import type { CollectedImage, CollectedReview, CollectedVideo } from '../../source';
import type { Reading } from '../../reading';

const addresses = z.record(z.string(), z.unknown());
const visibility = z.string().nullish();
const photoShape = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  preview_urls: addresses,
  visibility_status: visibility,
});
/** A video is there as streams of two types. */
const videoShape = z.object({
  urls: z.array(z.object({ type: z.string(), url: z.string() })),
  cover_urls: addresses.nullish(),
  width: z.number().int().positive().nullish(),
  height: z.number().int().positive().nullish(),
  duration_sec: z.number().positive().max(86_400).nullish(),
  visibility_status: visibility,
});
/** `photos` is the older of both lists, and has no videos. */
export const mediaShape = z.object({
  photos: z.array(photoShape).nullish(),
  media: z.array(z.object({ photo: photoShape.nullish(), video: z.unknown().optional() })).nullish(),
});
export const MEDIA_PARTS = { photos: 'photo', 'photos.*': 'photo', media: 'photo', 'media.*': 'photo' } as const;

type Media = z.infer<typeof mediaShape>;
type Photo = z.infer<typeof photoShape>;
type Video = z.infer<typeof videoShape>;

const HIDDEN = 'hidden';

/** The visible photos and videos of a review. */
export function mediaOf({ photos, media }: Media, reading: Reading): Pick<CollectedReview, 'images' | 'videos'> {
  const items = media ?? [];
  for (const { photo, video } of items) if (!photo && !video) reading.miss('photo');
  const listed = photos && photos.length > 0 ? photos : items.flatMap(({ photo }) => photo ?? []);
  return {
    images: listed
      .filter(({ visibility_status: status }) => status !== HIDDEN)
      .flatMap((photo) => reading.needed('photo', photo, readPhoto) ?? []),
    videos: items.filter(({ video }) => Boolean(video)).flatMap(({ video }) => readVideo(video, reading)),
  };
}

/** The video, if it is visible; counts one in another form. */
function readVideo(value: unknown, reading: Reading): readonly CollectedVideo[] {
  const { data: video = null } = videoShape.safeParse(value);
  if (video?.visibility_status === HIDDEN) return [];
  const videoUrl = video === null ? null : streamOf(video);
  if (video === null || videoUrl === null) {
    reading.miss('video');
    return [];
  }
  const { width = null, height = null, duration_sec: seconds } = video;
  const durationMs = seconds ? Math.round(seconds * 1_000) : null;
  return [{ kind: 'hls', videoUrl, thumbnail: thumbnailOf(video), width, height, durationMs }];
}

/** The address of a visible video; null for another one. */
function streamOf({ urls, visibility_status: status }: Video): string | null {
  return isVisible(status) ? webAddress(urls.find(({ type }) => type === 'hls')?.url) : null;
}

function thumbnailOf({ cover_urls: covers }: Video): string | null {
  return webAddress(covers?.['640x']) ?? webAddress(covers?.['url']);
}

/**
 * A visible photo; null for another one. The image server scales to any width: `…jpg?w=1920` is the largest listed size, `…jpg` the
 * original.
 */
function readPhoto({ preview_urls: urls, visibility_status: status }: Photo): CollectedImage | null {
  const widest = webAddress(urls['1920x']);
  const image = webAddress(urls['url']) ?? widest;
  if (image === null || !isVisible(status)) return null;
  const templateUrl = widest?.replace(/([?&]w=)1920(?=&|$)/, '$1{size}') ?? image;
  return { templateUrl, preview: webAddress(urls['320x']) ?? webAddress(urls['640x']), image };
}

const isVisible = (status: string | null | undefined): boolean => (status ?? 'visible') === 'visible';

function webAddress(listed: unknown): string | null {
  if (typeof listed !== 'string' || listed === '') return null;
  const absolute = listed.startsWith('//') ? `https:${listed}` : listed;
  return /^https?:\/\//.test(absolute) ? absolute : null;
}
