/**
 * Before anything is timed: those that are compared answer the same questions, and must give the same reviews in the same
 * order and the same total. A faster wrong answer is no answer.
 */
import { request } from 'undici';
import type { LoadRequest } from './load/generator';
import type { VariantServer } from './variant-server';

const QUESTIONS = 50;

/** What two answers are compared by. */
export interface PageEssence {
  readonly total: number;
  readonly ids: readonly number[];
}

interface Page {
  readonly data: readonly { readonly id: number | string }[];
  readonly total: number;
}

/** Null where all of them agree with the first; else which one does not, and on what. */
export async function findDifference(
  servers: readonly VariantServer[],
  requests: readonly LoadRequest[],
): Promise<string | null> {
  const [first, ...others] = servers;
  if (!first) return null;
  for (const question of sample(requests, QUESTIONS)) {
    const expected = await pageOf(first, question);
    for (const other of others) {
      if (!isSamePage(await pageOf(other, question), expected))
        return `${other.name} and ${first.name} differ on ${question.path}`;
    }
  }
  return null;
}

/** Some of the questions, evenly taken. */
export function sample<T>(items: readonly T[], wanted: number): readonly T[] {
  const step = Math.max(1, Math.floor(items.length / wanted));
  return items.filter((_, index) => index % step === 0);
}

/** A server's answer; peers are asked in their own words. Throws where it is none. */
export async function pageOf(server: VariantServer, question: LoadRequest): Promise<PageEssence> {
  const answer = await answerOf(server, server.dialect?.question(question) ?? question);
  const { data, total } = (server.dialect?.page(answer) ?? answer) as Page;
  return { total, ids: data.map((review) => Number(review.id)) };
}

/** A server's answer to one request, read. Throws where it is not 200. */
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
