/**
 * Which of the addresses that a client names become links of an object (contract §7.2, §4.6). One address
 * is decided after the other, in request order, each against what the object holds by then:
 *
 *   no platform's address                        source_not_detected
 *   a platform's host, but no page of an object  source_url_invalid
 *   platform not in the plan                     source_requires_upgrade
 *   this very page is linked already, or stood
 *   earlier in the request                       link_already_added
 *   another page of that platform is linked      source_already_linked
 *
 * The first reason that fits is the one that is told. A repeated page is `link_already_added` even where its first
 * appearance was refused because of another page: it stands twice in the request. "This very page" is the adapter's
 * canonical address, so two spellings of one page are one page. A switched-off link holds its platform all the same.
 */
import type { DetectedPage } from '@src/sources';
import type { LinkOutcome, LinkRefusalCode } from '@src/objects';

/** An address as given, and what it turned out to be. */
export interface Candidate {
  readonly url: string;
  readonly page: DetectedPage;
}

/** A page that the object holds. */
export interface LinkedPage {
  readonly sourceId: number;
  readonly url: string;
}

export type LinkDecision =
  | { readonly url: string; readonly sourceSlug: string; readonly add: LinkedPage }
  | { readonly url: string; readonly sourceSlug: string | null; readonly refusal: NonNullable<LinkOutcome['refusal']> };

/** One decision a candidate, in their order. `allowedSources` are the plan's slugs, null for all. */
export function decideLinks(
  candidates: readonly Candidate[],
  linked: readonly LinkedPage[],
  allowedSources: readonly string[] | null,
): readonly LinkDecision[] {
  const pages = new Set(linked.map(pageKey));
  const sources = new Set(linked.map((page) => page.sourceId));
  return candidates.map(({ url, page }) => {
    if ('error' in page) return { url, sourceSlug: null, refusal: { code: page.error, reason: page.reason } };
    const { slug, displayName, id } = page.source;
    const refuse = (code: LinkRefusalCode): LinkDecision => ({
      url,
      sourceSlug: slug,
      refusal: { code, reason: reasonFor(code, displayName) },
    });
    if (allowedSources !== null && !allowedSources.includes(slug)) return refuse('source_requires_upgrade');
    const add = { sourceId: id, url: page.canonicalUrl };
    if (pages.has(pageKey(add))) return refuse('link_already_added');
    pages.add(pageKey(add));
    if (sources.has(id)) return refuse('source_already_linked');
    sources.add(id);
    return { url, sourceSlug: slug, add };
  });
}

function pageKey(page: LinkedPage): string {
  return `${page.sourceId} ${page.url}`;
}

/** What a person is told; detection brings its own words. */
function reasonFor(code: LinkRefusalCode, platform: string): string {
  switch (code) {
    case 'source_requires_upgrade':
      return `${platform} is not part of your plan`;
    case 'source_already_linked':
      return `The object already has another page of ${platform}; delete that link first`;
    case 'link_already_added':
      return `This page of ${platform} is already on the object, or stands twice in the request`;
    case 'source_not_detected':
      return 'No supported platform has this address';
    case 'source_url_invalid':
      return `This is not a page of an object on ${platform}`;
  }
}
