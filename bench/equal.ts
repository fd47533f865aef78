/**
 * Before they are timed, contestants must return the same reviews, in the same order, and the same total for the same requests.
 */
import { request } from 'undici';
import type { LoadRequest } from './load/generator';
import type { VariantServer } from './variant-server';

const SAMPLED_REQUESTS = 50;

/** The parts of two responses that are compared. */
export interface PageEssence {
  readonly total: number;
  readonly ids: readonly number[];
}

interface Page {
  readonly data: readonly { readonly id: number | string }[];
  readonly total: number;
}

/**
 * Null if the responses of all servers equal those of the first; otherwise the name of a server and the request on which it
 * differs.
 */
export async function findDifference(
  servers: readonly VariantServer[],
  requests: readonly LoadRequest[],
): Promise<string | null> {
  const [first, ...others] = servers;
  if (!first) return null;
  for (const feedRequest of sample(requests, SAMPLED_REQUESTS)) {
    const expected = await pageOf(first, feedRequest);
    for (const other of others) {
      if (!isSamePage(await pageOf(other, feedRequest), expected))
        return `${other.name} and ${first.name} differ on ${feedRequest.path}`;
    }
  }
  return null;
}

/** Some of the items, at even distances. */
export function sample<T>(items: readonly T[], wanted: number): readonly T[] {
  const step = Math.max(1, Math.floor(items.length / wanted));
  return items.filter((_, index) => index % step === 0);
}

/** A server's response; peers are requested through their own API. Throws if the response is not a page. */
export async function pageOf(server: VariantServer, feedRequest: LoadRequest): Promise<PageEssence> {
  const answer = await answerOf(server, server.dialect?.translate(feedRequest) ?? feedRequest);
  const { data, total } = (server.dialect?.page(answer) ?? answer) as Page;
  return { total, ids: data.map((review) => Number(review.id)) };
}

/** The parsed response to one request. Throws if its status is not 200. */
export async function answerOf(server: VariantServer, { path, key, body }: LoadRequest): Promise<unknown> {
  const answer = await request(`${server.origin}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body ?? null,
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200)
    throw new Error(`${server.name} answered ${answer.statusCode} to ${path}: ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

export function isSamePage(one: PageEssence, other: PageEssence): boolean {
  return one.total === other.total && one.ids.join() === other.ids.join();
}
