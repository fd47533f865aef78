/**
 * The control interface of the sandbox, at the address of the sandbox:
 *
 *   GET    /_sandbox                              all listings, their addresses and behaviours
 *   GET    /_sandbox/{slug}/{key}                 one listing with its reviews
 *   POST   /_sandbox/{slug}/{key}/reviews         publish a review: {text, rating, title, author, reply: {text}}
 *   PATCH  /_sandbox/{slug}/{key}/reviews/{id}    change it; {"reply": null} removes the reply
 *   DELETE /_sandbox/{slug}/{key}/reviews/{id}    remove it from the platform
 *   POST   /_sandbox/{slug}/{key}/behaviour       {"behaviour": "blocked", "from_page": 1}
 *
 * A slash in a key is written as %2F. Replies of a platform:
 *
 *   GET    /_sandbox/{slug}/_replies               published and pending replies, access
 *   POST   /_sandbox/{slug}/_replies/behaviour     {"behaviour": "cut_after", "times": 1, "delay_ms": 1000}
 *   POST   /_sandbox/{slug}/_replies/access        {"access": "revoked"}
 *   POST   /_sandbox/{slug}/_replies/expire        invalidate all access tokens
 *   POST   /_sandbox/{slug}/_replies/decision      {"review_id": "…", "decision": "approve" | "reject", "reason": "…"}
 *
 * Sign-in of a platform:
 *
 *   POST   /_sandbox/{slug}/_consents/interface    {"interface": "open" | "quota_zero" | "disabled"}
 *   POST   /_sandbox/{slug}/_consents/revoke       revoke all lasting tokens
 */
import { z } from 'zod';
import { SANDBOX_INTERFACES, type SandboxConsents } from './sandbox-consents';
import type { SandboxReplies } from './sandbox-replies';
import type { SandboxListings } from './sandbox-listings';
import { jsonResponse } from './sandbox-behaviour';
import { respondToReplies, type ControlCall } from './sandbox-reply-control';
import {
  SANDBOX_BEHAVIOURS,
  type SandboxResponse,
  type SandboxListing,
  type SandboxPlatform,
} from './sandbox-platform';

export interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly server: {
    readonly origins: Readonly<Record<string, string>>;
    readonly platforms: readonly SandboxPlatform[];
    replies(slug: string): SandboxReplies;
    consents(slug: string): SandboxConsents;
  };
  readonly listings: SandboxListings;
}

const time = z.coerce.date();
const reviewShape = z
  .strictObject({
    id: z.string().min(1),
    author: z.string(),
    title: z.string().nullable(),
    text: z.string().nullable(),
    rating: z.number().nullable(),
    publishedAt: time,
    updatedAt: time,
    reply: z.strictObject({ text: z.string(), at: time.default(() => new Date()) }).nullable(),
    images: z.array(z.string()),
  })
  .partial();
const behaviourShape = z.strictObject({
  behaviour: z.enum(SANDBOX_BEHAVIOURS),
  from_page: z.number().int().min(1).default(1),
});

const interfaceShape = z.strictObject({ interface: z.enum(SANDBOX_INTERFACES) });

/** The response to a control request; null if it has no such path or method. */
export function respondToControl(request: ControlRequest): SandboxResponse | null {
  const parts = request.path.split('?')[0]?.split('/').slice(1) ?? [];
  if (parts[0] !== '_sandbox') return null;
  try {
    return respondToPath(request, parts.slice(1).map(decodeURIComponent));
  } catch (error) {
    return jsonResponse({ error: error instanceof z.ZodError ? z.prettifyError(error) : String(error) }, 400);
  }
}

function respondToPath(request: ControlRequest, path: readonly string[]): SandboxResponse | null {
  const [slug = ''] = path;
  if (slug === '') return jsonResponse(overview(request));
  if (!request.server.platforms.some((platform) => platform.slug === slug)) {
    return jsonResponse({ error: `no sandbox platform ${slug}` }, 404);
  }
  return respondToPlatform(request, slug, path.slice(1));
}

function respondToPlatform(
  request: ControlRequest,
  slug: string,
  [key = '', operation = '', id, ...rest]: readonly string[],
): SandboxResponse | null {
  const call = { method: request.method, operation, body: request.body };
  if (key === '_replies') return respondToReplies(request.server.replies(slug), call);
  if (key === '_consents') return respondToConsents(request.server.consents(slug), call);
  if (key === '' || rest.length > 0) return null;
  return respondToListing(request, { slug, key, operation, id: id ?? null });
}

/** The response to a request for the sign-in of a platform; null for an unknown request. */
function respondToConsents(
  consents: SandboxConsents,
  { method, operation, body }: ControlCall,
): SandboxResponse | null {
  switch (`${method} ${operation}`) {
    case 'POST interface':
      consents.interface = interfaceShape.parse(JSON.parse(body)).interface;
      return jsonResponse({ interface: consents.interface });
    case 'POST revoke':
      consents.revokeAll();
      return { status: 204, body: '' };
    default:
      return null;
  }
}

interface ListingPath {
  readonly slug: string;
  readonly key: string;
  readonly operation: string;
  readonly id: string | null;
}

function respondToListing(request: ControlRequest, path: ListingPath): SandboxResponse | null {
  const { listings, method, body } = request;
  const { slug, key, operation } = path;
  if (path.id !== null) return respondToReview(request, slug, key, { operation, id: path.id });
  switch (`${method} ${operation}`) {
    case 'GET ': {
      const listing = listings.find(slug, key);
      return listing === undefined ? jsonResponse({ error: 'no such listing' }, 404) : jsonResponse(listing);
    }
    case 'POST reviews':
      return jsonResponse(listings.add(slug, key, reviewShape.parse(JSON.parse(body))), 201);
    case 'POST behaviour': {
      const { behaviour, from_page } = behaviourShape.parse(JSON.parse(body));
      listings.behave(slug, key, behaviour, from_page);
      return jsonResponse({ slug, key, behaviour, from_page });
    }
    default:
      return null;
  }
}

function respondToReview(
  request: ControlRequest,
  slug: string,
  key: string,
  path: { operation: string; id: string },
): SandboxResponse | null {
  const { listings, method, body } = request;
  if (path.operation !== 'reviews') return null;
  if (method === 'PATCH') {
    const { id: _fixed, ...change } = reviewShape.parse(JSON.parse(body));
    return jsonResponse(listings.edit(slug, key, path.id, change));
  }
  if (method !== 'DELETE') return null;
  listings.drop(slug, key, path.id);
  return { status: 204, body: '' };
}

function overview({ server, listings }: ControlRequest): object {
  const address = ({ slug, key }: SandboxListing): string | undefined =>
    server.platforms.find((platform) => platform.slug === slug)?.pageUrl(key);
  return {
    source_origins: server.origins,
    listings: listings.all().map((listing) => ({
      slug: listing.slug,
      key: listing.key,
      name: listing.name,
      url: address(listing),
      reviews: listing.reviews.length,
      behaviour: listing.behaviour,
      behaviour_from_page: listing.behaviourFromPage,
    })),
  };
}
