/**
 * Every platform, read from the sandbox by a real process: one object with a link to each platform is collected by its public road, then
 * connected wherever that is possible, collected by the road of the connection, and disconnected again. No review is doubled or deleted
 * (contract §10.1, §10.3, §10.4, §4.15).
 */
import { builtInSources, type PlatformSource } from '@libs/sources';
import { SandboxServer, sandboxPlatforms, type SandboxPlatform } from '@libs/sources/sandbox';
import { eventually } from '../support/eventually';
import { hasBrowser } from '../support/real-browser';
import { SANDBOX_CREDENTIALS } from '../support/sandbox-credentials';
import { ApiClient, ServiceProcess, flowEnvironment, hrev, type Environment } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

interface Link {
  readonly source_slug: string;
  readonly scrape_status: string;
  readonly scrape_error: string | null;
  readonly collected_count: number;
  readonly read_by: string | null;
  readonly warning: string | null;
}

const REVIEWS = 6;
const DAY_MS = 86_400_000;
/** A number that is greater than that of every platform's reviews here. */
const ALL = 1_000;

/** The platforms that can be read here. */
const PLATFORMS = builtInSources.filter(({ publicRoad }) => hasBrowser || publicRoad?.reading !== 'browser');
const slugsWhere = (isWanted: (source: PlatformSource) => boolean): readonly string[] =>
  PLATFORMS.filter(isWanted).map(({ facts }) => facts.slug);
const SLUGS = slugsWhere(() => true);
const PUBLIC = slugsWhere(({ publicRoad }) => publicRoad !== undefined);
const CONNECTED = slugsWhere(({ ownerRoads }) => ownerRoads !== undefined);

/** How many of the reviews the road of a connection shows. */
function shownByOwner(slug: string): number {
  const road = builtInSources.find(({ facts }) => facts.slug === slug)?.ownerRoads?.[0];
  return Math.min(REVIEWS, road?.limit && 'reviews' in road.limit ? road.limit.reviews : ALL);
}

describe(`every platform of the sandbox${hasBrowser ? '' : ', without those that need Chromium'}`, () => {
  const sandbox = new SandboxServer(sandboxPlatforms);
  const connections = new Map<string, number>();
  let testDatabase: TestDatabase;
  let environment: Environment;
  let service: ServiceProcess;
  let client: ApiClient;
  let objectId: number;

  const linksOf = async (): Promise<ReadonlyMap<string, Link>> => {
    const { data } = await client.get<{ data: Link[] }>(`/v3/objects/${objectId}/links`);
    return new Map(data.map((link) => [link.source_slug, link]));
  };
  /** The state of the links of these platforms, in a form that names the platform in a failure. */
  const statesOf = async (slugs: readonly string[]): Promise<readonly unknown[]> => {
    const links = await linksOf();
    return slugs.map((slug) => {
      const { scrape_status: status, scrape_error: error, collected_count: count, ...link } = links.get(slug) as Link;
      return { slug, status, error, count, by: link.read_by, warning: link.warning };
    });
  };
  const stateOf = (slug: string, count: number, by: string): unknown => ({
    ...{ slug, status: 'success', error: null, count, by, warning: null },
  });
  const collect = async (): Promise<void> => {
    const options = ['--object', String(objectId), '--full', '--wait', '--json'];
    await hrev(environment, 'collect', ...options);
  };
  const connect = async (slug: string, fields: Readonly<Record<string, string>>): Promise<void> => {
    const options = Object.entries(fields).flatMap(([name, value]) => ['--field', `${name}=${value}`]);
    const to = ['--object', String(objectId), '--source', slug];
    const { code, stdout, stderr } = await hrev(environment, 'connection', 'add', ...to, ...options, '--json');
    expect({ slug, code, stderr }).toMatchObject({ slug, code: 0 });
    connections.set(slug, (JSON.parse(stdout) as { connection_id: number }).connection_id);
  };
  const disconnect = async (slug: string): Promise<void> => {
    const options = ['--connection-id', String(connections.get(slug))];
    const { code } = await hrev(environment, 'connection', 'remove', ...options, '--json');
    expect({ slug, code }).toEqual({ slug, code: 0 });
  };
  /** The ids of all stored reviews by platform. Fails for an id that occurs twice, and for a deleted review. */
  const storedIds = async (): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
    const query = `object_id=${objectId}&include_deleted=true&limit=100`;
    const ids = new Map<string, Set<string>>(SLUGS.map((slug) => [slug, new Set()]));
    for (let offset = 0; ; offset += 100) {
      const { data, has_next: hasNext } = await client.get<{
        data: { source_slug: string; external_review_id: string; is_deleted: boolean }[];
        has_next: boolean;
      }>(`/v3/reviews?${query}&offset=${offset}`);
      for (const { source_slug: slug, external_review_id: id, is_deleted: isDeleted } of data) {
        expect({ slug, id, isDeleted, isNew: ids.get(slug)?.has(id) }).toEqual({
          slug,
          id,
          isDeleted: false,
          isNew: false,
        });
        ids.get(slug)?.add(id);
      }
      if (!hasNext) return ids;
    }
  };

  beforeAll(async () => {
    await sandbox.start();
    for (const platform of sandboxPlatforms) fill(sandbox, platform);
    testDatabase = await createTestDatabase();
    environment = flowEnvironment(testDatabase.url, {
      HREV_SOURCE_ORIGINS: JSON.stringify(sandbox.origins),
      // No scheduled collection starts during the test.
      HREV_COLLECT_EVERY: '365d',
      HREV_COLLECT_OWNER_EVERY: '365d',
      HREV_COLLECT_MIN_GAP: '0s',
      HREV_RATE_LIMIT: '100000',
      HREV_DELETION_CONFIRM_AFTER: '1s',
    });
    expect(await hrev(environment, 'migrate', '--json')).toMatchObject({ code: 0 });
    const account = await hrev(environment, 'account', 'create', '--name', 'Flow', '--plan', 'full', '--json');
    const { keys } = account.json<{ keys: { full: string } }>();
    service = await ServiceProcess.start('all', environment);
    client = new ApiClient(service.origin, keys.full);
  });

  afterAll(async () => {
    await service?.stop();
    await sandbox.stop();
    await testDatabase?.drop();
  });

  it('collects each platform by its public road; the others need a connection', async () => {
    const addressOf = (slug: string): string => {
      const platform = sandboxPlatforms.find((candidate) => candidate.slug === slug) as SandboxPlatform;
      return platform.pageUrl(platform.demo.key);
    };
    const { status, body } = await client.request('POST', '/v3/objects', {
      name: 'Everywhere',
      links: SLUGS.map((slug) => ({ url: addressOf(slug) })),
    });
    expect({ status, body }).toMatchObject({ status: 201 });
    objectId = (body as { id: number }).id;
    await eventually('the end of the first collections', 150_000, async () => {
      const links = [...(await linksOf()).values()];
      const hasEnded = ({ scrape_status: status }: Link): boolean => status === 'success' || status === 'failed';
      return links.length === SLUGS.length && links.every(hasEnded);
    });
    expect(await statesOf(PUBLIC)).toEqual(PUBLIC.map((slug) => stateOf(slug, REVIEWS, 'public')));
    const others = SLUGS.filter((slug) => !PUBLIC.includes(slug));
    expect(await statesOf(others)).toMatchObject(
      others.map((slug) => ({
        slug,
        status: 'failed',
        error: expect.stringMatching(/^credentials_missing: .*connect/) as string,
      })),
    );
    expect((await storedIds()).size).toBe(SLUGS.length);
  });

  it('collects each connected platform by the road of its connection, and doubles and deletes nothing', async () => {
    for (const slug of CONNECTED) await connect(slug, SANDBOX_CREDENTIALS[slug] ?? {});
    await collect();
    const readBy = (slug: string): string =>
      builtInSources.find(({ facts }) => facts.slug === slug)?.ownerRoads?.[0]?.readsPublicList ? 'both' : 'owner';
    expect(await statesOf(CONNECTED)).toEqual(
      CONNECTED.map((slug) => stateOf(slug, PUBLIC.includes(slug) ? REVIEWS : shownByOwner(slug), readBy(slug))),
    );
    const ids = await storedIds();
    expect(
      [...ids].filter(([slug, { size }]) => size !== (PUBLIC.includes(slug) ? REVIEWS : shownByOwner(slug))),
    ).toEqual([]);
  });

  it('collects a platform by its public road again after it is disconnected, and doubles and deletes nothing', async () => {
    const before = await storedIds();
    const both = CONNECTED.filter((slug) => PUBLIC.includes(slug));
    for (const slug of both) await disconnect(slug);
    await collect();
    await collect();
    expect(await statesOf(both)).toEqual(both.map((slug) => stateOf(slug, REVIEWS, 'public')));
    expect(await storedIds()).toEqual(before);
  });
});

/** Fills the demo listing of a platform with reviews whose texts differ. */
function fill(sandbox: SandboxServer, { slug, demo }: SandboxPlatform): void {
  sandbox.listing(slug, demo.key).name = demo.name;
  for (let number = 0; number < REVIEWS; number += 1) {
    const publishedAt = new Date(Math.floor(Date.now() / 1000) * 1000 - (number + 1) * DAY_MS);
    sandbox.add(slug, demo.key, {
      author: `Person ${number}`,
      title: demo.titles ? `Visit ${number}` : null,
      text: `The text of visit number ${number}, in the words of ${slug}.`,
      rating: demo.ratings[number % demo.ratings.length] ?? null,
      publishedAt,
      reply: demo.replies && number % 2 === 0 ? { text: `Thank you, person ${number}.`, at: publishedAt } : null,
    });
  }
}
