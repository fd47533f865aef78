import type { Database } from '@libs/database';
import { commandLineOn, hrev, jsonOf } from '@test/support/command-line';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/) as string;
const on = (name: string): object => ({ switch: name, source: null, off_since: null, reason: null });
const [REPLIES, WEBHOOKS, COLLECTION] = ['replies', 'webhooks', 'collection'].map(on);

describe('command line: the switches of the operator (contract §12.3, §4.17)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let restoreEnvironment: () => void;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    restoreEnvironment = commandLineOn(fixture.url);
  });
  beforeEach(() => database.query('truncate switch_off, audit_entry'));
  afterAll(async () => {
    restoreEnvironment?.();
    await fixture?.close();
  });

  const json = async (...words: readonly string[]): Promise<unknown> =>
    jsonOf(await hrev('switch', ...words, '--json'))['switches'];

  it('list shows the three switches, which are on in the beginning', async () => {
    expect(await json('list')).toEqual([REPLIES, WEBHOOKS, COLLECTION]);
    const { out, code } = await hrev('switch', 'list');
    expect([out.split('\n').map((line) => line.trimEnd().split(/ {2,}/)), code]).toEqual([
      [
        ['switch', 'platform', 'state', 'off since', 'reason'],
        ['replies', 'all', 'on', '-', '-'],
        ['webhooks', 'all', 'on', '-', '-'],
        ['collection', 'all', 'on', '-', '-'],
        [''],
      ],
      0,
    ]);
  });

  it('off and on set a switch, for all platforms and for one, and show all of them', async () => {
    const off = { ...REPLIES, off_since: TIME, reason: 'a bad release' };
    expect(await json('off', 'replies', '--reason', 'a bad release')).toEqual([off, WEBHOOKS, COLLECTION]);
    const ofSteam = { switch: 'collection', source: 'steam', off_since: TIME, reason: null };
    expect(await json('off', 'collection', '--source', 'steam')).toEqual([off, WEBHOOKS, COLLECTION, ofSteam]);
    expect((await hrev('switch', 'list')).out).toMatch(/^collection +steam +OFF +\S+ +-$/m);
    expect(await json('on', 'replies', '--reason', 'mended')).toEqual([REPLIES, WEBHOOKS, COLLECTION, ofSteam]);
    expect(await json('on', 'collection', '--source', 'steam')).toEqual([REPLIES, WEBHOOKS, COLLECTION]);
  });

  it('are recorded with the command line as the actor', async () => {
    await hrev('switch', 'off', 'webhooks');
    await hrev('switch', 'off', 'collection', '--source', 'steam', '--reason', 'they block us');
    const entries = await database.query('select actor, action, target_type as target from audit_entry order by id');
    expect(entries).toEqual([
      { actor: 'cli', action: 'switch.turned_off', target: 'installation' },
      { actor: 'cli', action: 'source.paused', target: 'source' },
    ]);
  });

  it.each<[string, readonly string[], number, RegExp]>([
    ['a switch that is on', ['on', 'replies'], 1, /The switch `replies` is on for all sources together/],
    ['a platform whose switch is on', ['on', 'webhooks', '--source', 'steam'], 1, /`webhooks` is on for steam/],
    ['an unknown switch', ['off', 'billing'], 2, /Allowed choices are replies, webhooks, collection/],
    ['an unknown platform', ['off', 'replies', '--source', 'nowhere'], 2, /source_slug/],
    ['a reason of several lines', ['off', 'replies', '--reason', 'one\ntwo'], 2, /one line/],
    ['no switch', ['off'], 2, /missing required argument/],
  ])('refuse %s', async (_, words, code, message) => {
    const result = await hrev('switch', ...words);
    expect(result).toMatchObject({ out: '', code, err: expect.stringMatching(message) as string });
    expect(await database.query('select from switch_off')).toEqual([]);
  });

  it('doctor shows what is off, and warns once it is off for more than a day', async () => {
    const check = async (): Promise<unknown> => {
      const { checks } = JSON.parse((await hrev('doctor', '--json')).out) as { checks: { name: string }[] };
      return checks.find(({ name }) => name === 'switches');
    };
    const passed = { name: 'switches', ok: true, warning: null, remedy: null };
    expect(await check()).toEqual({ ...passed, detail: 'all are on' });
    await hrev('switch', 'off', 'collection', '--source', 'steam');
    expect(await check()).toEqual({ ...passed, detail: 'off: collection of steam' });
    await database.query(`update switch_off set since = since - interval '25 hours'`);
    expect(await check()).toMatchObject({
      ok: true,
      warning: expect.stringContaining('off for more than a day: collection of steam') as string,
      remedy: 'If it was forgotten, run: hrev switch on collection --source steam',
    });
  });
});
