/**
 * Parses a page with schema.org markup: its reviews, its data about the item, and its next page. Pure; accepts any content.
 * Throws `Changed` for recognized markup that cannot be parsed. If `hasMarkup` is false, the caller decides whether the page is a
 * challenge or a new layout.
 */
import type { CheerioAPI } from 'cheerio';
import { parseHtml, parsingObstacle, rootOf, TOO_DEEP } from '../../html/dom';
import type { CollectedReview, PlatformObject } from '../../source';
import { Changed } from '../../source-errors';
import { dateOrderOf } from './dates/review-date';
import { isItem, nameOf, type Block, type Item } from './item';
import { webAddress } from './media';
import { findPageItem, plainAddress, type PageItem } from './page-item';
import { countOf, ratingOf } from './rating';
import { readJsonLd } from './read-json-ld';
import { readMicrodata } from './read-microdata';
import { readRdfa } from './read-rdfa';
import { linkReferences } from './references';
import type { ReplyAuthors } from './reply';
import { withoutScriptBodies } from './script-bodies';
import { UNREAD, type Reading } from './unread';
import { readReview, type ReviewContext } from './review';
import { withoutRepeats } from './repeats';

export interface PageContext {
  /** The address after redirects. */
  readonly pageUrl: string;
  /** The scale of ratings without `bestRating`. */
  readonly ratingScale: number;
  readonly now: Date;
}

export interface ParsedPage {
  readonly reviews: readonly CollectedReview[];
  readonly object: PlatformObject;
  /** The item's number of reviews. */
  readonly counter: number | null;
  /** The item's number of ratings, of which some may have no review. */
  readonly ratingCount: number | null;
  /** The absolute address of the next page (`rel="next"`); null if there is none. */
  readonly nextUrl: string | null;
  /** Whether the page has a review or an aggregate rating. */
  readonly hasMarkup: boolean;
  /** False if a block with reviews was unreadable or the document is truncated. */
  readonly isComplete: boolean;
}

/** Parses one page. Throws `Changed` if the only markup with reviews cannot be parsed. */
export function parsePage(html: string, context: PageContext): ParsedPage {
  const reason = parsingObstacle(html);
  if (reason !== null) throw new Changed(reason);
  try {
    return readDocument(html, context);
  } catch (error) {
    // Nesting that exhausts the stack is also too deep for browsers.
    if (error instanceof RangeError) throw new Changed(TOO_DEEP);
    throw error;
  }
}

function readDocument(html: string, context: PageContext): ParsedPage {
  const lightPage = withoutScriptBodies(html);
  const $ = parseHtml(lightPage.html);
  const jsonLd = readJsonLd($, lightPage.textOf);
  const blocks = [...jsonLd.blocks, ...domBlocks($)];
  linkReferences(blocks, baseOf($, context.pageUrl));
  const page = findPageItem(blocks, ownAddresses($, context.pageUrl));
  const reviews = readReviews($, page, blocks, context);
  if (jsonLd.hasUnreadableReviews && reviews.length === 0)
    throw new Changed('The schema.org markup with reviews is not JSON');
  const object = readObject($, page, context.ratingScale);
  return {
    reviews,
    object,
    counter: object.reviewCount,
    ratingCount: page.aggregate === null ? null : readOrNull(countOf(page.aggregate, 'ratingCount')),
    nextUrl: webAddress(
      $('link[rel~="next"][href], a[rel~="next"][href]').first().attr('href') ?? null,
      baseOf($, context.pageUrl),
    ),
    hasMarkup: reviews.length > 0 || page.aggregate !== null,
    isComplete: !jsonLd.hasUnreadableReviews && !isTruncated(html),
  };
}

function domBlocks($: CheerioAPI): readonly Block[] {
  const root = rootOf($);
  return root === undefined ? [] : [readMicrodata(root), readRdfa(root)];
}

/** A document with `<html>` is truncated if it has no end tag. A document may omit both tags. */
const isTruncated = (html: string): boolean => /<html[\s>]/i.test(html) && !/<\/(?:html|body)\s*>/i.test(html);

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

const DATE_PROPERTY = /^date|Date$|Time$|^valid|Until$/;

/** The texts of all dates in the markup of a page. */
function dateTexts(items: readonly Item[], texts: string[] = []): readonly string[] {
  for (const { properties } of items) {
    for (const [name, values] of properties) {
      for (const value of values) {
        if (isItem(value)) dateTexts([value], texts);
        else if (DATE_PROPERTY.test(name)) texts.push(value.trim());
      }
    }
  }
  return texts;
}

function readReviews(
  $: CheerioAPI,
  page: PageItem,
  blocks: readonly Block[],
  { pageUrl, ratingScale, now }: PageContext,
): readonly CollectedReview[] {
  const review: ReviewContext = {
    pageUrl,
    ratingScale,
    baseUrl: baseOf($, pageUrl),
    dates: {
      now,
      language: $('html').attr('lang')?.trim() || undefined,
      order: dateOrderOf(dateTexts(blocks.flat())),
    },
    itemName: nameOf(page.item ?? undefined),
    replyAuthors: replyAuthorsOf($, page.item),
  };
  const parsedReviews = page.reviews.map(({ review: item, block }) => ({ block, review: readReview(item, review) }));
  return withoutRepeats(
    parsedReviews.filter((entry): entry is { block: number; review: CollectedReview } => entry.review !== null),
  );
}

/** The authors that count as the organization: the item and the site. */
function replyAuthorsOf($: CheerioAPI, item: Item | null): ReplyAuthors {
  const names = [nameOf(item ?? undefined), $('meta[property="og:site_name"]').first().attr('content')];
  return {
    ids: new Set(item?.id === null || item === null ? [] : [item.id]),
    names: new Set(names.map((name) => name?.trim().toLowerCase() ?? '').filter((name) => name !== '')),
  };
}

function readObject($: CheerioAPI, { item, aggregate }: PageItem, scale: number): PlatformObject {
  const { rating, original } = aggregate === null ? { rating: null, original: null } : ratingOf(aggregate, scale);
  const name = nameOf(item ?? undefined) ?? $('meta[property="og:title"]').first().attr('content')?.trim();
  return {
    name: name || null,
    reviewCount: aggregate === null ? null : readOrNull(countOf(aggregate, 'reviewCount')),
    rating: readOrNull(rating),
    ratingOriginal: original,
  };
}

const readOrNull = (reading: Reading<number>): number | null => (reading === UNREAD ? null : reading);
