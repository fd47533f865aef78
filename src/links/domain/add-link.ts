/**
 * Decides which addresses of a request become links of an object (contract §7.2, §4.6). Addresses are decided in request order,
 * each compared with the links that the object has at that point:
 *
 *   no platform's address                        source_not_detected
 *   a platform's host, but no page of an object  source_url_invalid
 *   a platform that is not in the plan           source_requires_upgrade
 *   the same page is linked already, or appears
 *   earlier in the request                       link_already_added
 *   another page of that platform is linked      source_already_linked
 *
 * The first reason that applies is returned. A repeated page is `link_already_added` even if its first appearance was refused
 * because of another page. Pages are compared by the adapter's canonical address, so two spellings of an address are one page.
 * A disabled link counts as linked.
 */
import type { DetectedPage } from '@src/sources';
import type { LinkOutcome, LinkRefusalCode } from '@src/objects';

/** An address of the request, and the page that was detected for it. */
export interface Candidate {
  readonly url: string;
  readonly page: DetectedPage;
}

/** A page that is linked to the object. */
export interface LinkedPage {
  readonly sourceId: number;
  readonly url: string;
}

export type LinkDecision =
  | { readonly url: string; readonly sourceSlug: string; readonly add: LinkedPage }
  | { readonly url: string; readonly sourceSlug: string | null; readonly refusal: NonNullable<LinkOutcome['refusal']> };

/** Returns one decision per candidate, in order. `allowedSources` are the plan's slugs, null for all. */
export function decideLinks(
  candidates: readonly Candidate[],
  linked: readonly LinkedPage[],
  allowedSources: readonly string[] | null,
): readonly LinkDecision[] {
  const pages = new Set(linked.map(pageKey));
  const sources = new Set(linked.map((page) => page.sourceId));
  return candidates.map(({ url, page }) => {
    if ('error' in page)
      return { url, sourceSlug: page.slug ?? null, refusal: { code: page.error, reason: page.reason } };
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

/** Like `decideLinks` for each candidate by itself: the other candidates of the request have no effect on it. */
export function decideEach(
  candidates: readonly Candidate[],
  linked: readonly LinkedPage[],
  allowedSources: readonly string[] | null,
): readonly LinkDecision[] {
  return candidates.flatMap((candidate) => decideLinks([candidate], linked, allowedSources));
}

/** Pages with the same key are the same page. */
export function pageKey(page: LinkedPage): string {
  return `${page.sourceId} ${page.url}`;
}

/** The reason in the response. Refusals by detection have their own reasons. */
function reasonFor(code: LinkRefusalCode, platform: string): string {
  switch (code) {
    case 'source_requires_upgrade':
      return `${platform} is not part of your plan`;
    case 'source_already_linked':
      return `The object already has another page of ${platform}; delete that link first`;
    case 'link_already_added':
      return `This page of ${platform} is already on the object, or appears twice in the request`;
    case 'source_not_detected':
      return 'No supported platform has this address';
    case 'source_url_invalid':
      return `This is not a page of an object on ${platform}`;
  }
}
