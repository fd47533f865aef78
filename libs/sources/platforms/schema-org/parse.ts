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
import { unreadPartsOf, unreadPartsOfObject } from './unread-parts';
import { webAddress } from './media';
import { findPageItem, plainAddress, type PageItem } from './page-item';
import { countOf, ratingOf } from './rating';
import { readJsonLd } from './read-json-ld';
import { readMicrodata } from './read-microdata';
import { readRdfa } from './read-rdfa';
import { linkReferences } from './references';
import { withoutRepeats, type Entry } from './repeats';
import type { ReplyAuthors } from './reply';
import { readReview, type ReviewContext } from './review';
import { withoutScriptBodies } from './script-bodies';
import { countsOf, UnreadParts, type UnreadPart } from './unread';

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
  /** What the page has and could not be read, with the parts of its reviews. */
  readonly unread: readonly UnreadPart[];
  /** The part of it that is not in `unread` of a review. */
  readonly unreadBeside: readonly UnreadPart[];
  /** False if a review or a block with reviews was unreadable, or the document is truncated. */
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
  const references = linkReferences(blocks, baseOf($, context.pageUrl));
  const page = findPageItem(blocks, ownAddresses($, context.pageUrl));
  const ofObject = new UnreadParts();
  const object = readObject($, page, context.ratingScale, ofObject);
  const { reviews, unread, unreadBeside } = readReviews(
    page,
    reviewContext($, page, blocks, references, context),
    object.reviewCount,
  );
  if (jsonLd.hasUnreadableReviews && reviews.length === 0)
    throw new Changed('The schema.org markup with reviews is not JSON');
  const all = new UnreadParts();
  if (jsonLd.hasUnreadableReviews) all.parts.push('list');
  all.parts.push(...unreadBeside, ...ofObject.parts);
  const ratingCount = page.aggregate === null ? null : all.valueOf('count', countOf(page.aggregate, 'ratingCount'));
  const beside = withParts(all.parts, unreadPartsOfObject(page.item, page.aggregate));
  const isUnread = beside.some((part) => part === 'review' || part === 'list');
  return {
    reviews,
    object,
    counter: object.reviewCount,
    ratingCount,
    nextUrl: webAddress(
      $('link[rel~="next"][href], a[rel~="next"][href]').first().attr('href') ?? null,
      baseOf($, context.pageUrl),
    ),
    hasMarkup: reviews.length > 0 || page.aggregate !== null,
    unread: [...beside, ...unread],
    unreadBeside: beside,
    isComplete: !isUnread && !isTruncated(html),
  };
}

function domBlocks($: CheerioAPI): readonly Block[] {
  const root = rootOf($);
  const language = languageOf($);
  return root === undefined ? [] : [readMicrodata(root, language), readRdfa(root, language)];
}

const languageOf = ($: CheerioAPI): string | undefined => $('html').attr('lang')?.trim() || undefined;

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

function reviewContext(
  $: CheerioAPI,
  page: PageItem,
  blocks: readonly Block[],
  references: ReviewContext['references'],
  { pageUrl, ratingScale, now }: PageContext,
): ReviewContext {
  return {
    pageUrl,
    ratingScale,
    references,
    baseUrl: baseOf($, pageUrl),
    dates: { now, language: languageOf($), order: dateOrderOf(dateTexts(blocks.flat())) },
    itemName: nameOf(page.item ?? undefined),
    replyAuthors: replyAuthorsOf($, page),
  };
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
  page: PageItem,
  context: ReviewContext,
  counter: number | null,
): {
  reviews: readonly CollectedReview[];
  unread: readonly UnreadPart[];
  unreadBeside: readonly UnreadPart[];
} {
  const unreadBeside: UnreadPart[] = Array.from({ length: page.unreadReviews }, () => 'review');
  const entries: Entry[] = [];
  for (const { review: item, block } of page.reviews) {
    const read = readReview(item, context);
    if (read.review === null) unreadBeside.push(...read.unread);
    else entries.push({ block, review: read.review, unread: withParts(read.unread, unreadPartsOf(item)) });
  }
  const unique = withoutRepeats(entries, counter);
  return {
    reviews: unique.map(({ review, unread }) =>
      unread.length === 0 ? review : { ...review, unread: countsOf(unread) },
    ),
    unread: unique.flatMap(({ unread }) => unread),
    unreadBeside,
  };
}

/** The parts, and those of `more` that are of other kinds. */
const withParts = (parts: readonly UnreadPart[], more: readonly UnreadPart[]): readonly UnreadPart[] => [
  ...parts,
  ...more.filter((part) => !parts.includes(part)),
];

/** The authors that count as the organization: the item and the site. */
function replyAuthorsOf($: CheerioAPI, { members }: PageItem): ReplyAuthors {
  const names = [...members.map(nameOf), $('meta[property="og:site_name"]').first().attr('content')];
  return {
    items: new Set(members),
    ids: new Set(members.map(({ id }) => id).filter((id) => id !== null)),
    names: new Set(names.map((name) => name?.trim().toLowerCase() ?? '').filter((name) => name !== '')),
  };
}

function readObject($: CheerioAPI, { item, aggregate }: PageItem, scale: number, unread: UnreadParts): PlatformObject {
  const { rating, original } = aggregate === null ? { rating: null, original: null } : ratingOf(aggregate, scale);
  const name = nameOf(item ?? undefined) ?? $('meta[property="og:title"]').first().attr('content')?.trim();
  return {
    name: name || null,
    reviewCount: aggregate === null ? null : unread.valueOf('count', countOf(aggregate, 'reviewCount')),
    rating: unread.valueOf('average', rating),
    ratingOriginal: original,
  };
}
