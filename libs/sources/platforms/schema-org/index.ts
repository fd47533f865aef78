/**
 * Sites with schema.org markup, for hosts that the operator declares (`HREV_EXTRA_SOURCES`, contract §12.2). This is not a
 * platform: each declaration becomes a source with its own slug.
 *
 * Irregularities of real pages that the parser handles (https://schema.org/Review, search engines' review snippets):
 *
 * - JSON-LD is often invalid JSON, with escapes of scripts and repeated keys: `lenient-json.ts`, `string-escapes.ts`. Lists are
 *   written as objects: `read-json-ld.ts`. Other pages use microdata or, rarely, RDFa: `read-*.ts`.
 * - An object that is only an id refers to its node, which may be in another block: `references.ts`.
 * - A page also marks up the shop, other articles and their reviews: `page-item.ts`. The reviews of an article are on its variants,
 *   its offers or its aggregate rating: `product-groups.ts`, `page-survey.ts`.
 * - Texts come in parts and translations: `text-parts.ts`, `translations.ts`. Ratings and dates are written for people, in many
 *   languages: `rating.ts`, `dates/`.
 * - A review occurs in two blocks, or its list twice in one; equal reviews are of different authors: `repeats.ts`.
 * - Most pages have no ids of reviews, or number them: `identity.ts`. Therefore `idStability: weak`.
 * - Most pages show a selection of the reviews; only a counter indicates that, and many pages have none: `visit.ts`. Therefore
 *   `order: unordered`.
 * - 0 of 5 means "no stars" and is not a rating.
 */
import { facts, publicRoad } from '../../facts';
import { recordKind, reread, type Reread } from '../../reread';
import type { PlatformSource } from '../../source';
import { matchDeclared, withWwwVariants } from './address';
import { page } from './parsers';
import { RAW_PRIVACY } from './raw';
import { visit } from './visit';

/** The operator's declaration of a site. */
export interface DeclaredSource {
  readonly slug: string;
  readonly displayName: string;
  /** Lower-case; each includes its subdomains and its variant with or without `www.`. */
  readonly hosts: readonly string[];
  /** The scale of ratings without `bestRating`. */
  readonly ratingScale: number;
}

/** Creates the source of a declaration. The database assigns its id. */
export function schemaOrgSource({ slug, displayName, hosts, ratingScale }: DeclaredSource): PlatformSource {
  return {
    facts: facts({
      id: null,
      slug,
      displayName,
      baseUrl: `https://${hosts[0] ?? 'schema.org'}`,
      ratingScale,
      hasReply: true,
      hasImages: true,
      hosts: withWwwVariants(hosts),
      idStability: 'weak',
      // The capacity of these sites is unknown: one page at a time.
      politeness: { concurrency: 1, minDelayMs: 2_000, dailyRequests: 2_000 },
      rawPrivacy: RAW_PRIVACY,
    }),
    match: (url) => matchDeclared(url, hosts),
    publicRoad: publicRoad({
      order: 'unordered',
      shows: 'selection',
      evidence: 'recorded',
      visit: (canonicalUrl, tools) => visit(canonicalUrl, tools, { hosts, ratingScale }),
    }),
    reread: rereadWith(ratingScale),
  };
}

/**
 * Stored nodes of reviews, as reviews of an object with the name of the page. Escapes and the charset of the page were decoded before the
 * node was stored. Dates may depend on other parts of the page.
 */
function rereadWith(ratingScale: number): Reread {
  return reread(
    [
      recordKind({
        isOfKind: () => true,
        parser: page,
        documentOf: (review, { name }) => ({ '@context': 'https://schema.org', '@type': 'Thing', name, review }),
        textOf: (document) =>
          `<script type="application/ld+json">${JSON.stringify(document).replaceAll('<', '\\u003c')}</script>`,
        factsOf: (url, now) => ({
          pageUrl: url.href,
          ratingScale,
          now,
          status: 200,
          marks: { cloudflare: false, waf: false },
        }),
      }),
    ],
    ['date'],
  );
}
