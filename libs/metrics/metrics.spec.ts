import { ClusterMetrics, clusterGauge } from './cluster-metrics';
import { counter, declaredFamilies, gauge, histogram, readCounter, readGauge } from './families';
import { Instances } from './instances';
import { defaultFamilies, ownMetrics, startOwnMetrics } from './own-metrics';

const lines = async (name: string): Promise<readonly string[]> =>
  (await ownMetrics()).split('\n').filter((line) => line.startsWith(name));

describe('the families of a process', () => {
  it('has counters, which are reported from the start with the given label values', async () => {
    const outcomes = counter({ name: 'spec_outcomes_total', help: 'h', labels: ['outcome'] }, [{ outcome: 'good' }]);
    expect(await lines('spec_outcomes_total')).toEqual(['spec_outcomes_total{outcome="good"} 0']);
    outcomes.inc({ outcome: 'good' });
    outcomes.inc({ outcome: 'bad' }, 2);
    expect(await lines('spec_outcomes_total')).toEqual([
      'spec_outcomes_total{outcome="good"} 1',
      'spec_outcomes_total{outcome="bad"} 2',
    ]);
  });

  it('has histograms', async () => {
    histogram({ name: 'spec_seconds', help: 'h' }, [1, 2]).observe({}, 1.5);
    expect(await lines('spec_seconds')).toEqual([
      'spec_seconds_bucket{le="1"} 0',
      'spec_seconds_bucket{le="2"} 1',
      'spec_seconds_bucket{le="+Inf"} 1',
      'spec_seconds_sum 1.5',
      'spec_seconds_count 1',
    ]);
  });

  it('has values that are read at a scrape, without those of the scrape before', async () => {
    let names = ['a', 'b'];
    readGauge({ name: 'spec_read', help: 'h', labels: ['of'] }, () =>
      names.map((of) => ({ labels: { of }, value: names.length })),
    );
    let count = 3;
    readCounter({ name: 'spec_counted_total', help: 'h' }, () => count);
    expect(await lines('spec_read')).toEqual(['spec_read{of="a"} 2', 'spec_read{of="b"} 2']);
    expect(await lines('spec_counted')).toEqual(['spec_counted_total 3']);
    names = ['b'];
    count = 5;
    expect(await lines('spec_read')).toEqual(['spec_read{of="b"} 1']);
    expect(await lines('spec_counted')).toEqual(['spec_counted_total 5']);
  });

  it('refuses a name that is taken, by a process or by the installation', () => {
    gauge({ name: 'spec_taken', help: 'h' });
    expect(() => gauge({ name: 'spec_taken', help: 'h' })).toThrow('spec_taken is declared twice');
    expect(() => clusterGauge({ name: 'spec_taken', help: 'h' })).toThrow('spec_taken is declared twice');
  });

  it('states what is declared', () => {
    expect(declaredFamilies()).toContainEqual(
      expect.objectContaining({ name: 'hrev_build_info', type: 'gauge', scope: 'process' }),
    );
    expect(declaredFamilies()).toContainEqual(
      expect.objectContaining({ name: 'hrev_cluster_reader_duration_seconds', scope: 'cluster', labels: ['reader'] }),
    );
  });

  it('has the build, and memory, processor and event loop once they are watched', async () => {
    startOwnMetrics({ version: '1.2.3', commit: 'abcdef1', role: 'api' });
    startOwnMetrics({ version: '1.2.3', commit: 'abcdef1', role: 'api' });
    const version = process.version;
    expect(await lines('hrev_build_info')).toEqual([
      `hrev_build_info{version="1.2.3",commit="abcdef1",node="${version}",role="api"} 1`,
    ]);
    expect(defaultFamilies()).toEqual(
      expect.arrayContaining(['process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds']),
    );
    expect(defaultFamilies().filter((name) => name.startsWith('nodejs_active'))).toEqual([]);
  });
});

describe('the families of the installation', () => {
  const FAMILY = clusterGauge({ name: 'spec_links', help: 'Links.', labels: ['source'] });
  const OTHER = clusterGauge({ name: 'spec_other', help: 'Other.' });

  it('reads each reader at most as often as it allows, and shares a running reading', async () => {
    const metrics = new ClusterMetrics();
    let reads = 0;
    const read = () =>
      Promise.resolve([{ family: FAMILY, samples: [{ labels: { source: 'x' }, value: (reads += 1) }] }]);
    metrics.add({ name: 'rare', everyMs: 60_000, read });
    await Promise.all([metrics.read(), metrics.read()]);
    await metrics.read();
    expect(reads).toBe(1);
    expect(await metrics.text()).toContain('# TYPE spec_links gauge\nspec_links{source="x"} 1\n');
  });

  it('leaves out what could not be read, reports the failure, and reads the others', async () => {
    const failures: string[] = [];
    const metrics = new ClusterMetrics((reader) => failures.push(reader));
    let isBroken = false;
    metrics.add({
      name: 'broken',
      everyMs: 0,
      read: () => (isBroken ? Promise.reject(new Error('no')) : Promise.resolve([{ family: FAMILY, samples: [] }])),
    });
    metrics.add({
      name: 'fine',
      everyMs: 0,
      read: () => Promise.resolve([{ family: OTHER, samples: [{ labels: {}, value: 7 }] }]),
    });
    await metrics.read();
    expect(await metrics.text()).toContain('spec_links');
    isBroken = true;
    await metrics.read();
    expect(await metrics.text()).not.toContain('spec_links');
    expect(await metrics.text()).toContain('spec_other 7');
    expect(failures).toEqual(['broken']);
    expect(await lines('hrev_cluster_reader_failures_total')).toEqual([
      'hrev_cluster_reader_failures_total{reader="broken"} 1',
    ]);
  });

  it('has none after it forgot them', async () => {
    const metrics = new ClusterMetrics();
    metrics.add({
      name: 'one',
      everyMs: 60_000,
      read: () => Promise.resolve([{ family: OTHER, samples: [{ labels: {}, value: 1 }] }]),
    });
    await metrics.read();
    metrics.forget();
    expect(await metrics.text()).not.toContain('spec_other');
    await metrics.read();
    expect(await metrics.text()).toContain('spec_other 1');
  });
});

test('instances are summed until they are removed', () => {
  const pools = new Instances<{ readonly n: number }>();
  const [one, two] = [{ n: 1 }, { n: 2 }];
  pools.add(one);
  pools.add(two);
  expect(pools.sum(({ n }) => n)).toBe(3);
  pools.remove(one);
  pools.remove(one);
  expect(pools.sum(({ n }) => n)).toBe(2);
});
