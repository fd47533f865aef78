// cspell:ignore isleaf relid
/** Faults of platforms, each at a platform of its own. */
import { randomBytes } from 'node:crypto';
import { patient } from '@test/faults/support/patience';
import { eventually } from '@test/support/eventually';
import type { WatchedLink } from '@test/faults/support/fault-harness';
import type { DrilledFault } from '../drilled-fault';
import { repeat, type Installation } from '../installation';

const PLATFORM_LIMIT_MS = patient(120_000);

/** Collects links that were collected before. A collection that still runs is waited for: its end would replace the due time. */
async function collectAgain({ harness }: Installation, links: readonly WatchedLink[]): Promise<void> {
  const before = await Promise.all(links.map((link) => harness.untilEnded(link, PLATFORM_LIMIT_MS)));
  const ids = links.map(({ linkId }) => linkId);
  await harness.postgres.query('update link_collection set full_pass_at = null where link_id = any($1)', [ids]);
  await harness.makeDue(...links);
  for (const [place, link] of links.entries()) await harness.untilEnded(link, PLATFORM_LIMIT_MS, before[place]?.id);
}

export const COLLECTION_FAULTS: readonly DrilledFault<Installation>[] = [
  {
    alerts: ['HrevSourceBlocked'],
    fault: 'Steam answers each visit with its page of refusals.',
    healing: 'Steam answers again; the rest of ten minutes is ended early in the database.',
    of: { source: 'steam' },
    isNarrow: true,
    async begin(site) {
      const { harness } = site;
      const links = await site.readLinks('steam', 6, 3);
      for (const { key } of links) harness.sandbox.behave('steam', key, 'blocked');
      const stop = repeat(3_000, () => harness.makeDue(...links));
      return async () => {
        await stop();
        for (const { key } of links) harness.sandbox.behave('steam', key, 'normal');
        await harness.postgres.query(
          `update source_pace p set closed_until = '-infinity', closures_in_a_row = 0, refused_pages = '{}', refused_accounts = '{}'
           from link_collection c where c.link_id = $1 and p.source_id = c.source_id`,
          [links[0]?.linkId],
        );
        await collectAgain(site, links);
      };
    },
  },
  {
    alerts: ['HrevSourceUnreadable'],
    fault: 'The App Store answers in another format.',
    healing: 'The App Store answers in its former format.',
    of: { source: 'app-store' },
    isNarrow: true,
    async begin(site) {
      const { harness } = site;
      const links = await site.readLinks('app-store', 8, 3);
      for (const { key } of links) harness.sandbox.behave('app-store', key, 'changed');
      const stop = repeat(1_000, () => harness.makeDue(...links));
      return async () => {
        await stop();
        for (const { key } of links) harness.sandbox.behave('app-store', key, 'normal');
        await collectAgain(site, links);
      };
    },
  },
  {
    alerts: ['HrevParserDrift', 'HrevUnreadParts'],
    fault:
      'Trustpilot shows no texts at half of the pages, and at the others ratings that are not on its scale. What was read before is moved a day back in the database.',
    healing: 'Pages are as before; the unread parts are moved a day back in the database.',
    of: { source: 'trustpilot' },
    isNarrow: true,
    firesWithinS: 240,
    clearsWithinS: 240,
    async begin(site) {
      const { harness } = site;
      const links = await site.readLinks('trustpilot', 8, 20);
      const sourceOf = '(select source_id from link_collection where link_id = $1)';
      const [first] = links;
      await harness.postgres.query(
        `update field_hour set hour = hour - interval '1 day' where source_id = ${sourceOf}`,
        [first?.linkId],
      );
      await harness.postgres.query(
        `update run_link set ended_at = ended_at - interval '1 day' where source_id = ${sourceOf} and ended_at is not null`,
        [first?.linkId],
      );
      const show = (rating: number, text: string): void => {
        for (const [place, { slug, key }] of links.entries())
          for (const { id } of harness.sandbox.listing(slug, key).reviews)
            harness.sandbox.edit(slug, key, id, place % 2 === 0 ? { rating } : { text });
      };
      show(9, '');
      await collectAgain(site, links);
      return async () => {
        show(4, 'As before');
        await collectAgain(site, links);
        await harness.postgres.query(
          `update unread_hour set hour = hour - interval '1 day' where source_id = ${sourceOf}`,
          [first?.linkId],
        );
      };
    },
  },
  {
    alerts: ['HrevSourcePaused'],
    fault: 'An operator pauses 2GIS, and it stays paused.',
    healing: 'The operator resumes it.',
    of: { source: '2gis' },
    isNarrow: true,
    firesWithinS: 480,
    async begin(site) {
      await site.readLinks('2gis', 1, 3);
      await site.hrev('switch', 'off', 'collection', '--source', '2gis', '--reason', 'Drill');
      return async () => {
        await site.hrev('switch', 'on', 'collection', '--source', '2gis', '--reason', 'Drill');
      };
    },
  },
  {
    alerts: ['HrevCollectionFaults'],
    fault: 'The tablespace with the reviews is full.',
    healing: 'Files that filled it are removed.',
    async begin(site) {
      const { harness } = site;
      const disk = site.smallDisk(64);
      const links = await site.readLinks('app-store', 8, 20);
      await harness.postgres.query(`create tablespace small location '${disk.folder}/space'`);
      await harness.postgres.query('alter table review set tablespace small');
      const indexes = await harness.postgres.query<{ name: string }>(
        `select indexrelid::regclass::text as name from pg_index where indrelid = 'review'::regclass`,
      );
      for (const { name } of indexes) await harness.postgres.query(`alter index ${name} set tablespace small`);
      disk.fill();
      // Bytes that cannot be compressed, more than the tables have free pages for. A list that grows while it is read repeats itself.
      for (const { slug, key } of links)
        for (let review = 0; review < 20; review += 1)
          harness.sandbox.add(slug, key, { text: randomBytes(3_000).toString('hex'), rating: 4 });
      const stop = repeat(2_000, () => harness.makeDue(...links));
      return async () => {
        await stop();
        disk.makeSpace();
        await eventually('reviews that are stored', PLATFORM_LIMIT_MS, async () => {
          await collectAgain(site, links.slice(0, 1));
          return (await harness.runLinkOf(links[0] as WatchedLink))?.outcome === 'success';
        });
      };
    },
  },
];
