import type { Database } from '@libs/database';
import { AuditTrail } from '@src/audit';
import { AuditStore } from '@src/audit/persistence/audit.store';
import { ObjectDirectory } from '@src/objects';
import { ObjectStore } from '@src/objects/persistence/object.store';
import { SourceCatalogue } from '@src/sources';
import { SourceStore } from '@src/sources/persistence/source.store';
import { inEveryOrder } from '@test/support/interleaving';
import { linkStatesOn } from '@test/support/link-states';
import { recordedWakeups } from '@test/support/noted-wakeups';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import type { LinkChange } from './domain/link';
import { LinksService } from './links.service';
import { LinkStore } from './persistence/link.store';
import { LinkedSourcesQuery } from './persistence/linked-sources.query';

describe('concurrent changes of a link', () => {
  let fixture: StoreFixture;
  let database: Database;
  let links: LinksService;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const catalogue = await SourceCatalogue.load(new SourceStore(database), [], new LinkedSourcesQuery(database));
    const objects = new ObjectDirectory(new ObjectStore(database));
    const { wakeups } = recordedWakeups();
    links = new LinksService(
      database,
      new LinkStore(database),
      linkStatesOn(database, catalogue),
      objects,
      catalogue,
      wakeups,
      new AuditTrail(new AuditStore(database)),
    );
  });
  afterAll(() => fixture?.close());

  const change =
    (fields: LinkChange) =>
    ({ accountId, objectId, linkId }: LinkFixture) =>
      links.change(accountId, objectId, linkId, fields);
  const isDue = async ({ linkId }: LinkFixture): Promise<boolean | undefined> =>
    (
      await database.query<{ due: boolean }>(
        'select next_run_at is not null as due from link_collection where link_id = $1',
        [linkId],
      )
    )[0]?.due;

  it('leave the link due if and only if it is enabled, when one change enables it and another disables it', async () => {
    const report = await inEveryOrder({
      on: database,
      given: () => aLink(database),
      contenders: { on: change({ isActive: true }), off: change({ isActive: false }) },
      holds: async (link) => {
        const [stored] = await links.list(link.accountId, link.objectId);
        expect({ isDue: await isDue(link) }).toEqual({ isDue: stored?.isActive });
      },
    });
    expect(report.leftOut).toBe(0);
  });
});
