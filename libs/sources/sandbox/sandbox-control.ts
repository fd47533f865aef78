/**
 * The sandbox's control for people, on the sandbox's own address (no platform's host):
 *
 *   GET    /_sandbox                              all listings, their addresses and behaviours
 *   GET    /_sandbox/{slug}/{key}                 one listing with its reviews
 *   POST   /_sandbox/{slug}/{key}/reviews         publish a review: {text, rating, title, author, reply: {text}}
 *   PATCH  /_sandbox/{slug}/{key}/reviews/{id}    change it; {"reply": null} takes the reply away
 *   DELETE /_sandbox/{slug}/{key}/reviews/{id}    take it off the platform
 *   POST   /_sandbox/{slug}/{key}/behaviour       {"behaviour": "blocked", "from_page": 1}
 *
 * A key that holds a slash is written with %2F. Where reviews can be answered, the platform's reply desk:
 *
 *   GET    /_sandbox/{slug}/_replies               what was published, what waits, who has access
 *   POST   /_sandbox/{slug}/_replies/behaviour     {"behaviour": "cut_after", "times": 1, "delay_ms": 1000}
 *   POST   /_sandbox/{slug}/_replies/access        {"access": "revoked"}
 *   POST   /_sandbox/{slug}/_replies/expire        every access token so far is good no more
 *   POST   /_sandbox/{slug}/_replies/decision      {"review_id": "…", "decision": "approve" | "reject", "reason": "…"}
 */
import { z } from 'zod';
import type { SandboxReplies } from './sandbox-replies';
import type { SandboxListings } from './sandbox-listings';
import { jsonAnswer } from './sandbox-behaviour';
import { answerReplies } from './sandbox-reply-control';
import { SANDBOX_BEHAVIOURS, type SandboxAnswer, type SandboxListing, type SandboxPlatform } from './sandbox-platform';

export interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly server: {
    readonly origins: Readonly<Record<string, string>>;
    readonly platforms: readonly SandboxPlatform[];
    replies(slug: string): SandboxReplies;
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

/** The answer to a control request; null where the path is none of the control's. */
export function answerControl(request: ControlRequest): SandboxAnswer | null {
  const parts = request.path.split('?')[0]?.split('/').slice(1) ?? [];
  if (parts[0] !== '_sandbox') return null;
  try {
    return answerPath(request, parts.slice(1).map(decodeURIComponent));
  } catch (error) {
    return jsonAnswer({ error: error instanceof z.ZodError ? z.prettifyError(error) : String(error) }, 400);
  }
}

function answerPath(
  request: ControlRequest,
  [slug = '', key = '', kind, id, ...rest]: readonly string[],
): SandboxAnswer | null {
  if (slug === '') return jsonAnswer(overview(request));
  if (!request.server.platforms.some((platform) => platform.slug === slug)) {
    return jsonAnswer({ error: `no sandbox platform ${slug}` }, 404);
  }
  if (key === '_replies') {
    return answerReplies(request.server.replies(slug), {
      method: request.method,
      kind: kind ?? '',
      body: request.body,
    });
  }
  if (key === '' || rest.length > 0) return null;
  return answerListing(request, { slug, key, kind, id: id ?? null });
}

interface Place {
  readonly slug: string;
  readonly key: string;
  readonly kind: string | undefined;
  readonly id: string | null;
}

function answerListing(request: ControlRequest, place: Place): SandboxAnswer | null {
  const { listings, method, body } = request;
  const { slug, key, kind = '' } = place;
  if (place.id !== null) return answerReview(request, slug, key, { kind, id: place.id });
  switch (`${method} ${kind}`) {
    case 'GET ': {
      const listing = listings.find(slug, key);
      return listing === undefined ? jsonAnswer({ error: 'no such listing' }, 404) : jsonAnswer(listing);
    }
    case 'POST reviews':
      return jsonAnswer(listings.add(slug, key, reviewShape.parse(JSON.parse(body))), 201);
    case 'POST behaviour': {
      const { behaviour, from_page } = behaviourShape.parse(JSON.parse(body));
      listings.behave(slug, key, behaviour, from_page);
      return jsonAnswer({ slug, key, behaviour, from_page });
    }
    default:
      return null;
  }
}

function answerReview(
  request: ControlRequest,
  slug: string,
  key: string,
  place: { kind: string; id: string },
): SandboxAnswer | null {
  const { listings, method, body } = request;
  if (place.kind !== 'reviews') return null;
  if (method === 'PATCH') {
    const { id: _fixed, ...change } = reviewShape.parse(JSON.parse(body));
    return jsonAnswer(listings.edit(slug, key, place.id, change));
  }
  if (method !== 'DELETE') return null;
  listings.drop(slug, key, place.id);
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
