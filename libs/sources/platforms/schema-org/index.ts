/**
 * Any site with schema.org markup, for hosts that the operator declares (`HREV_EXTRA_SOURCES`, contract §12.2). Not a
 * platform of its own: each declaration becomes a source with its own slug.
 *
 * Quirks of the web that this reader was built against (https://schema.org/Review, search engines' review snippets):
 *
 * - JSON-LD is seldom clean: `lenient-json.ts`. The rest is microdata and, rarely, RDFa: `read-*.ts`.
 * - A page marks up the shop, its articles and their reviews beside the object's: `page-item.ts`.
 * - The same review stands in two blocks, or twice in one: `repeats.ts`.
 * - Most pages give reviews no id, or number them: `identity.ts`. Hence `idStability: weak`.
 * - Most pages show a selection and say so only by their counter, if at all: `visit.ts`. Hence `order: unordered`.
 * - 0 of 5 is "no stars given" and no rating.
 */
import type { PlatformSource } from '../../source';
import { hostsWithTwins, matchDeclared } from './address';
import { RAW_PRIVACY } from './raw';
import { visit } from './visit';

/** What the operator says of a site. */
export interface DeclaredSource {
  readonly slug: string;
  readonly displayName: string;
  /** Lower-case; each covers its subdomains, and its twin with or without `www.`. */
  readonly hosts: readonly string[];
  /** The scale of ratings that name none. */
  readonly ratingScale: number;
}

/** The source of a declaration. The database gives it its id. */
export function schemaOrgSource({ slug, displayName, hosts, ratingScale }: DeclaredSource): PlatformSource {
  return {
    facts: {
      id: null,
      slug,
      displayName,
      baseUrl: `https://${hosts[0] ?? 'schema.org'}`,
      ratingScale,
      hasReply: true,
      hasImages: true,
      canPublishReply: false,
      replyMaxLength: null,
      replyLengthUnit: null,
      hosts: hostsWithTwins(hosts),
      reading: 'http',
      order: 'unordered',
      idStability: 'weak',
      // Unknown sites of unknown size: one page at a time, as a patient reader would.
      politeness: { concurrency: 1, minDelayMs: 2_000, dailyRequests: 2_000 },
      rawPrivacy: RAW_PRIVACY,
    },
    match: (url) => matchDeclared(url, hosts),
    visit: (canonicalUrl, tools) => visit(canonicalUrl, tools, { hosts, ratingScale }),
  };
}
