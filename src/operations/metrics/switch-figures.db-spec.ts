import { ClusterMetrics } from '@libs/metrics';
import { builtInSources } from '@libs/sources';
import { LinkedSourcesQuery } from '@src/links/persistence/linked-sources.query';
import { SourceCatalogue } from '@src/sources';
import { SourceStore } from '@src/sources/persistence/source.store';
import { SwitchStore } from '@src/switches';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { SwitchFigures } from './switch-figures.service';

describe('the metric of the switches', () => {
  let fixture: StoreFixture;
  let store: SwitchStore;
  let catalogue: SourceCatalogue;

  beforeAll(async () => {
    fixture = await storeFixture();
    const { database } = fixture;
    store = new SwitchStore(database);
    catalogue = await SourceCatalogue.load(new SourceStore(database), builtInSources, new LinkedSourcesQuery(database));
  });
  afterAll(() => fixture?.close());

  const samples = async (): Promise<readonly string[]> => {
    const metrics = new ClusterMetrics();
    new SwitchFigures(metrics, store, catalogue).onModuleInit();
    await metrics.read();
    return (await metrics.text()).split('\n').filter((line) => line.startsWith('hrev_switch_off{'));
  };
  const all = (name: string, value: number): string => `hrev_switch_off{switch="${name}",source="all"} ${value}`;

  it('has each switch, and those of single platforms while they are off', async () => {
    expect(await samples()).toEqual([all('replies', 0), all('webhooks', 0), all('collection', 0)]);
    const steam = catalogue.bySlug('steam')?.id ?? 0;
    await store.turnOff('webhooks', null, null);
    await store.turnOff('collection', steam, null);
    expect(await samples()).toEqual([
      ...[all('replies', 0), all('webhooks', 1), all('collection', 0)],
      'hrev_switch_off{switch="collection",source="steam"} 1',
    ]);
    await store.turnOn('collection', steam);
    expect(await samples()).toHaveLength(3);
  });
});
