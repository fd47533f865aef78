/**
 * A page with schema.org markup: its reviews, what it says of the whole item, and where its next page is. Pure; the page
 * may hold anything. Errors: `Changed` for markup that was recognized and cannot be read. Whether a page without any
 * markup is a challenge or a new layout is the visit's question (`hasMarkup` false).
 */
import type { CheerioAPI } from 'cheerio';
import type { CollectedReview, PlatformObject } from '../../source';
import { Changed } from '../../source-errors';
import { parseHtml, rootOf, TOO_DEEP, unreadableBecause } from './dom';
import { nameOf, textOf, type Block, type Item } from './item';
import { webAddress } from './media';
import { findPageItem, plainAddress, type PageItem } from './page-item';
import { ratingOf, readCount } from './rating';
import { readJsonLd } from './read-json-ld';
import { readMicrodata } from './read-microdata';
import { readRdfa } from './read-rdfa';
import type { Voices } from './reply';
import { withoutScriptBodies } from './script-bodies';
import { readReview, type ReviewContext } from './review';
import { withoutRepeats } from './repeats';

export interface PageContext {
  /** The address that answered. */
  readonly pageUrl: string;
  /** The scale of ratings that name none. */
  readonly ratingScale: number;
  readonly now: Date;
}

export interface ParsedPage {
  readonly reviews: readonly CollectedReview[];
  readonly object: PlatformObject;
  /** The item's own counter: reviews, or ratings where it counts only those. */
  readonly counter: number | null;
  /** The next page as the page links it (`rel="next"`), absolute; null where it names none. */
  readonly nextUrl: string | null;
  /** Whether the page holds a review or an aggregate rating at all. */
  readonly hasMarkup: boolean;
  /** False where a block that speaks of reviews was unreadable or the document ends in its middle. */
  readonly isWhole: boolean;
}

/** Reads one page. Throws `Changed` where the only markup that speaks of reviews cannot be read. */
export function parsePage(html: string, context: PageContext): ParsedPage {
  const reason = unreadableBecause(html);
  if (reason !== null) throw new Changed(reason);
  try {
    return readDocument(html, context);
  } catch (error) {
    // Only nesting without end exhausts the stack; markup that a browser could not show either.
    if (error instanceof RangeError) throw new Changed(TOO_DEEP);
    throw error;
  }
}

function readDocument(html: string, context: PageContext): ParsedPage {
  const light = withoutScriptBodies(html);
  const $ = parseHtml(light.html);
  const jsonLd = readJsonLd($, light.textOf);
  const page = findPageItem([...jsonLd.blocks, ...domBlocks($)], ownAddresses($, context.pageUrl));
  const reviews = readReviews($, page, context);
  if (jsonLd.lostReviews && reviews.length === 0)
    throw new Changed('The schema.org markup that names reviews is no JSON');
  const counter =
    page.aggregate &&
    (readCount(textOf(page.aggregate, 'reviewCount')) ?? readCount(textOf(page.aggregate, 'ratingCount')));
  return {
    reviews,
    object: readObject($, page, counter, context.ratingScale),
    counter,
    nextUrl: webAddress(
      $('link[rel~="next"][href], a[rel~="next"][href]').first().attr('href') ?? null,
      baseOf($, context.pageUrl),
    ),
    hasMarkup: reviews.length > 0 || page.aggregate !== null,
    isWhole: !jsonLd.lostReviews && !isCut(html),
  };
}

function domBlocks($: CheerioAPI): readonly Block[] {
  const root = rootOf($);
  return root === undefined ? [] : [readMicrodata(root), readRdfa(root)];
}

/** A document that opens and never closes was cut on its way; one that does neither is merely terse. */
const isCut = (html: string): boolean => /<html[\s>]/i.test(html) && !/<\/(?:html|body)\s*>/i.test(html);

function baseOf($: CheerioAPI, pageUrl: string): string {
  return webAddress($('base[href]').first().attr('href') ?? null, pageUrl) ?? pageUrl;
}

function ownAddresses($: CheerioAPI, pageUrl: string): ReadonlySet<string> {
  const named = [
    $('link[rel~="canonical"]').first().attr('href'),
    $('meta[property="og:url"]').first().attr('content'),
  ];
  const absolute = named.map((address) => webAddress(address ?? null, pageUrl)).filter((address) => address !== null);
  return new Set([pageUrl, ...absolute].map(plainAddress));
}

function readReviews($: CheerioAPI, page: PageItem, context: PageContext): readonly CollectedReview[] {
  const review: ReviewContext = {
    ...context,
    baseUrl: baseOf($, context.pageUrl),
    language: $('html').attr('lang')?.trim() || undefined,
    itemName: nameOf(page.item ?? undefined),
    voices: voicesOf($, page.item),
  };
  const read = page.reviews.map(({ review: item, block }) => ({ block, review: readReview(item, review) }));
  return withoutRepeats(
    read.filter((entry): entry is { block: number; review: CollectedReview } => entry.review !== null),
  );
}

/** The item and the site that shows it answer as the organization. */
function voicesOf($: CheerioAPI, item: Item | null): Voices {
  const names = [nameOf(item ?? undefined), $('meta[property="og:site_name"]').first().attr('content')];
  return {
    ids: new Set(item?.id === null || item === null ? [] : [item.id]),
    names: new Set(names.map((name) => name?.trim().toLowerCase() ?? '').filter((name) => name !== '')),
  };
}

function readObject(
  $: CheerioAPI,
  { item, aggregate }: PageItem,
  counter: number | null,
  scale: number,
): PlatformObject {
  const { rating, original } = aggregate === null ? { rating: null, original: null } : ratingOf(aggregate, scale);
  const name = nameOf(item ?? undefined) ?? $('meta[property="og:title"]').first().attr('content')?.trim();
  return { name: name || null, reviewCount: counter, rating, ratingOriginal: original };
}
