/** Images and videos of a review (contract §2.3): `image`, `video`, `associatedMedia` as URLs or objects. */
import { parsedUrl } from '@libs/kernel';
import type { CollectedImage, CollectedVideo } from '../../source';
import { allValuesOf, isItem, isUnknown, nameOf, textOf, typesOf, valuesOf, type Item, type Value } from './item';
import { IMAGE_PROPERTIES, VIDEO_PROPERTIES } from './vocabulary';

/** An absolute http(s) URL; null for other schemes, URLs with a user name, and invalid URLs. */
export function webAddress(text: string | null, base: string): string | null {
  if (text === null || text.trim() === '' || text.length > 4_096) return null;
  const url = parsedUrl(text.trim(), base);
  if (url === null) return null;
  const isWeb = (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '';
  return isWeb ? url.href : null;
}

export interface ReadImages {
  readonly images: readonly CollectedImage[];
  /** Whether the review has an image by an id that is no address of an image, and the page does not have its node. */
  readonly hasUnknown: boolean;
}

/** Returns the images without duplicates. Sites have one size per image, so the template is the plain URL. */
export function imagesOf(review: Item, base: string): ReadImages {
  const values = [...allValuesOf(review, ...IMAGE_PROPERTIES), ...associatedMedia(review, 'ImageObject')];
  const images = new Map<string, CollectedImage>();
  for (const value of values) {
    const full = webAddress(isItem(value) ? addressOf(value) : value, base);
    const preview = isItem(value) ? webAddress(firstAddress(value, 'thumbnailUrl', 'thumbnail'), base) : null;
    const address = full ?? preview;
    if (address !== null && !images.has(address)) images.set(address, { templateUrl: address, preview, image: full });
  }
  const hasUnknown = values.some((value) => isItem(value) && isUnknown(value) && addressOf(value) === null);
  return { images: [...images.values()], hasUnknown };
}

const IMAGE_FILE = /\.(?:avif|gif|jpe?g|png|webp)(?:$|\?)/i;

/** In schema.org's context the address of an image and its id are the same: `"image": {"@id": "https://…/1.jpg"}`. */
const addressOf = (item: Item): string | null =>
  textOf(item, 'contentUrl', 'url') ?? (item.id !== null && IMAGE_FILE.test(item.id) ? item.id : null);

/** The playable videos: a file, a stream or a player. */
export function videosOf(review: Item, base: string): readonly CollectedVideo[] {
  const values = [...allValuesOf(review, ...VIDEO_PROPERTIES), ...associatedMedia(review, 'VideoObject')];
  return values.map((value) => videoOf(value, base)).filter((video) => video !== null);
}

function videoOf(value: Value, base: string): CollectedVideo | null {
  const item = isItem(value) ? value : videoFromAddress(value);
  const file = webAddress(textOf(item, 'contentUrl'), base);
  const videoUrl = file ?? webAddress(textOf(item, 'embedUrl', 'url'), base);
  if (videoUrl === null) return null;
  return {
    kind: file === null ? 'embed' : kindOfFile(file),
    videoUrl,
    thumbnail: webAddress(firstAddress(item, 'thumbnailUrl', 'thumbnail'), base),
    width: pixels(item, 'width'),
    height: pixels(item, 'height'),
    durationMs: durationMs(textOf(item, 'duration')),
  };
}

/** A URL in place of a video object is the address of the file. */
const videoFromAddress = (address: string): Item => ({
  types: [],
  id: null,
  properties: new Map([['contentUrl', [address]]]),
  raw: {},
});

const kindOfFile = (address: string): 'hls' | 'file' => (/\.m3u8$/i.test(new URL(address).pathname) ? 'hls' : 'file');

const associatedMedia = (review: Item, type: string): readonly Value[] =>
  valuesOf(review, 'associatedMedia').filter((value) => isItem(value) && typesOf(value).includes(type));

function firstAddress(item: Item, ...names: readonly string[]): string | null {
  const value = valuesOf(item, ...names)[0];
  return isItem(value) ? textOf(value, 'contentUrl', 'url') : nameOf(value);
}

function pixels(item: Item, name: string): number | null {
  const value = valuesOf(item, name)[0];
  const text = isItem(value) ? textOf(value, 'value') : (value ?? null);
  const match = /^(\d{1,5})(?:\.0+)?\s*(?:px)?$/.exec(text?.trim() ?? '');
  return match ? Number(match[1]) : null;
}

/** ISO 8601 durations of days and below: `PT1M30S`, `P0DT12.5S`. */
function durationMs(text: string | null): number | null {
  const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i.exec(text?.trim() ?? '');
  if (!match || match.slice(1).every((part) => part === undefined)) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const total = Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000);
  return Number.isSafeInteger(total) ? total : null;
}
