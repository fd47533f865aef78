/** Other accounts of the same service, each with one collected link. */
import { hrev } from '@test/support/service-process';
import { sandboxPlatforms } from '@libs/sources/sandbox';
import type { FaultHarness, WatchedLink } from './fault-harness';
import { allEventsRelayed } from './outgoing';

export interface Neighbor {
  readonly accountId: number;
  readonly key: string;
  readonly link: WatchedLink;
}

let serial = 990_000;

/** Creates an account with one collected link. Needs an API and a worker. */
export async function aNeighbor(harness: FaultHarness): Promise<Neighbor> {
  const made = await hrev(harness.environment, 'account', 'create', '--name', 'Neighbor', '--plan', 'full', '--json');
  const { account_id: accountId, keys } = made.json<{ account_id: number; keys: { full: string } }>();
  const key = keys.full;
  serial += 1;
  const app = String(serial);
  harness.publish('steam', app, 2);
  const url = sandboxPlatforms.find(({ slug }) => slug === 'steam')?.pageUrl(app) ?? '';
  const answer = await harness.request('POST', '/v3/objects', {
    body: { name: 'Neighbor', links: [{ url }] },
    headers: { 'X-API-Key': key },
  });
  const [{ link_id: linkId } = { link_id: 0 }] = answer.body['link_results'] as { link_id: number }[];
  const link: WatchedLink = { objectId: answer.body['id'] as number, linkId, slug: 'steam', key: app };
  await harness.untilEnded(link);
  await allEventsRelayed(harness);
  return { accountId, key, link };
}
