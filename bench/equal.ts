/**
 * Before anything is timed: the servers that are compared answer the same questions, and must give the same reviews in the
 * same order and the same total. A faster wrong answer is no answer.
 */
import { request } from 'undici';
import type { LoadRequest } from './load/generator';
import type { VariantServer } from './variant-server';

const QUESTIONS = 50;

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
  const step = Math.max(1, Math.floor(requests.length / QUESTIONS));
  for (let i = 0; i < requests.length; i += step) {
    const question = requests[i] as LoadRequest;
    const expected = await essence(first, question);
    for (const other of others) {
      if ((await essence(other, question)) !== expected)
        return `${other.name} and ${first.name} differ on ${question.path}`;
    }
  }
  return null;
}

async function essence(server: VariantServer, { path, key }: LoadRequest): Promise<string> {
  const { statusCode, body } = await request(`${server.origin}${path}`, { headers: { 'x-api-key': key } });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${server.name} answered ${statusCode} to ${path}: ${text.slice(0, 200)}`);
  const page = JSON.parse(text) as Page;
  return `${page.total}:${page.data.map((review) => Number(review.id)).join()}`;
}
