import type { Database } from '@libs/database';
import { SandboxServer } from '@libs/sources/sandbox';
import { steamSandbox } from '@libs/sources/sandbox/steam';
import { purgeSamples, SourceSamples } from '@src/sources';
import { SourceSampleStore, type NewSample } from '@src/sources/persistence/source-sample.store';
import {
  collectOnce,
  collectionHarness,
  linkState,
  linkTo,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { inEveryOrder } from '@test/support/interleaving';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

const STEAM = 8;
const CUT = '\n[cut]\n';

describe('samples of pages that could not be parsed', () => {
  const sandbox = new SandboxServer([steamSandbox]);
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  let samples: SourceSamples;

  beforeAll(async () => {
    await sandbox.start();
    fixture = await storeFixture();
    database = fixture.database;
    harness = await collectionHarness(database, {
      environment: { HREV_SOURCE_ORIGINS: JSON.stringify(sandbox.origins) },
    });
    samples = new SourceSamples(new SourceSampleStore(database));
  });
  beforeEach(() => database.query('truncate account, source_pace, review, review_raw, source_sample cascade'));
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await harness?.close();
    await sandbox.stop();
    await fixture?.close();
  });

  /** Collects a page of the sandbox that behaves like this. */
  async function collect(behaviour: 'changed' | 'broken' | 'blocked' | 'normal'): Promise<string | null> {
    sandbox.listing('steam', '900777').reviews.length = 0;
    sandbox.add('steam', '900777', { author: 'Wilhelmina', text: 'What a wonderful game', rating: 1 });
    sandbox.behave('steam', '900777', behaviour);
    const link = await linkTo(database, STEAM, { url: 'https://store.steampowered.com/app/900777' });
    await collectOnce(harness, link);
    return (await linkState(database, link.linkId)).scrape_error;
  }

  it('keeps the document that ended a visit, masked by its shape', async () => {
    const error = await collect('changed');
    const [head] = await samples.list();
    expect(head).toMatchObject({
      ...{ sourceId: STEAM, road: 'public', parser: 'steam/reviews', status: 200, message: error },
      address: expect.stringMatching(
        /^https:\/\/store\.steampowered\.com\/appreviews\/900777\?json=&filter=&/,
      ) as string,
    });
    const { document, bytes } = await samples.show(head?.id ?? 0);
    expect([JSON.parse(document), bytes]).toEqual([{ response: { review_list: [], version: 2 } }, document.length]);
  });

  it('keeps no text of a review and no data of the account', async () => {
    await collect('broken');
    const [row] = await database.query<Record<string, unknown>>('select * from source_sample');
    expect(Object.keys(row ?? {}).filter((column) => /account|link|object/.test(column))).toEqual([]);
    expect(row?.['document']).toContain('"recommendationid"');
    expect(JSON.stringify(row)).not.toMatch(/wonderful|Wilhelmina/);
  });

  it.each(['blocked', 'normal'] as const)('keeps nothing of a visit that is %s', async (behaviour) => {
    await collect(behaviour);
    expect(await samples.list()).toEqual([]);
  });

  it('fails no visit if the sample cannot be stored', async () => {
    jest.spyOn(SourceSampleStore.prototype, 'save').mockRejectedValue(new Error('the disk is full'));
    expect(await collect('changed')).toMatch(/^parse_error: /);
    expect(await samples.list()).toEqual([]);
  });

  const aSample = (fields: Partial<NewSample> = {}): NewSample => ({
    ...{ sourceId: STEAM, road: 'public', address: null, parser: 'steam/reviews', message: 'parse_error: x' },
    ...{ status: 200, document: '{}', bytes: 2, ...fields },
  });
  const age = (interval: string): Promise<unknown> =>
    database.query(`update source_sample set taken_at = taken_at - $1::interval`, [interval]);

  it('keeps one sample of two visits at the same time', async () => {
    await inEveryOrder({
      on: database,
      atMost: 20,
      given: () => database.query('delete from source_sample'),
      contenders: {
        one: () => samples.save(aSample({ message: 'one' })),
        two: () => samples.save(aSample({ message: 'two' })),
      },
      holds: async () => expect(await samples.list()).toHaveLength(1),
    });
  });

  it('keeps at most one sample per parser and hour, also of visits at the same time', async () => {
    await Promise.all([1, 2, 3].map((n) => samples.save(aSample({ message: `first ${n}` }))));
    await samples.save(aSample({ parser: 'steam/details' }));
    expect((await samples.list()).map(({ parser }) => parser).sort()).toEqual(['steam/details', 'steam/reviews']);
    expect([await samples.isDue(STEAM, 'steam/reviews'), await samples.isDue(STEAM, 'steam/other')]).toEqual([
      false,
      true,
    ]);
    await age('61 minutes');
    await samples.save(aSample({ message: 'second' }));
    expect(await samples.list()).toHaveLength(3);
  });

  it('keeps the latest five samples of each parser', async () => {
    for (let n = 1; n <= 7; n += 1) {
      await samples.save(aSample({ message: `${n}` }));
      if (n === 1) await samples.save(aSample({ parser: 'steam/details', message: 'details' }));
      await age('2 hours');
    }
    expect((await samples.list(STEAM)).map(({ message }) => message)).toEqual(['7', '6', '5', '4', '3', 'details']);
    expect(await samples.list(1)).toEqual([]);
  });

  it('purges samples after 90 days', async () => {
    await samples.save(aSample());
    await age('89 days');
    expect(await purgeSamples(database)).toBe(0);
    await age('2 days');
    expect(await purgeSamples(database)).toBe(1);
  });

  it('cuts a large document', async () => {
    sandbox.listing('steam', '900778').reviews.length = 0;
    for (let n = 0; n < 100; n += 1)
      sandbox.add('steam', '900778', { author: 'Wilhelmina', text: 'wonderful '.repeat(200), rating: 1 });
    sandbox.behave('steam', '900778', 'broken');
    await collectOnce(harness, await linkTo(database, STEAM, { url: 'https://store.steampowered.com/app/900778' }));
    const [head] = await samples.list();
    const { document, bytes } = await samples.show(head?.id ?? 0);
    expect([bytes > 65_536, Buffer.byteLength(document) <= 65_536, document.endsWith(CUT)]).toEqual([true, true, true]);
  });

  it('removes a sample', async () => {
    await samples.save(aSample());
    const [head] = await samples.list();
    await samples.remove(head?.id ?? 0);
    await expect(samples.remove(head?.id ?? 0)).rejects.toMatchObject({ code: 'not_found' });
    await expect(samples.show(head?.id ?? 0)).rejects.toMatchObject({ code: 'not_found' });
  });
});
