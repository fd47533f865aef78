import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { eventually } from '@test/support/eventually';
import { type ServiceProcess } from '@test/support/service-process';
import { BalancedLoad } from './support/balanced-load';
import { FaultHarness } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { patient } from './support/patience';

/** API processes are replaced one after the other, as in a Kubernetes deployment, and no request fails. */
jest.setTimeout(patient(180_000));

/** How pods of the Helm chart stop. */
const { api } = parse(readFileSync(path.resolve(__dirname, '../../docker/chart/values.yaml'), 'utf8')) as {
  readonly api: { readonly shutdownDelaySeconds: number };
};

const PER_SECOND = 200;

describe('a rolling restart of two API processes', () => {
  let harness: FaultHarness;
  let load: BalancedLoad;

  beforeAll(async () => {
    harness = await FaultHarness.begin();
    load = new BalancedLoad(harness);
  }, patient(120_000));
  afterAll(async () => {
    await load?.end();
    await harness?.end();
  }, patient(60_000));

  const startApi = (): Promise<ServiceProcess> =>
    harness.startApi({ HREV_SHUTDOWN_DELAY: `${api.shutdownDelaySeconds}s` });

  it(`L13: all of ${PER_SECOND} requests a second over kept-alive connections succeed`, async () => {
    await Promise.all([startApi(), startApi()]);
    await load.begin(PER_SECOND, () => ({ request: { method: 'GET', path: '/v3/objects?limit=5' } }));
    for (const old of [...load.apis]) {
      const earlierCount = load.count;
      await eventually('load', patient(10_000), () => Promise.resolve(load.count > earlierCount + PER_SECOND));
      await startApi();
      await eventually('readiness', patient(10_000), () => Promise.resolve(load.readyCount === 3));
      expect(await harness.stop(old)).toBe(0);
    }
    await pause(1_000);
    await load.end();
    expect(load.count).toBeGreaterThan(3 * PER_SECOND);
    expect(load.failures).toEqual([]);
    await checkInvariants(harness);
  });
});
