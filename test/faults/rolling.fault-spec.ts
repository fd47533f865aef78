import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { eventually } from '@test/support/eventually';
import { type ServiceProcess } from '@test/support/service-process';
import { FaultHarness } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { patient } from './support/patience';
import { TcpProxy } from './support/tcp-proxy';

/** API processes are replaced one after the other, as in a Kubernetes deployment, and no request fails. */
jest.setTimeout(patient(180_000));

/** How pods of the Helm chart stop. */
const { api } = parse(readFileSync(path.resolve(__dirname, '../../docker/chart/values.yaml'), 'utf8')) as {
  readonly api: { readonly shutdownDelaySeconds: number };
};

const PER_SECOND = 200;
const CLIENTS = 20;

describe('a rolling restart of two API processes', () => {
  let harness: FaultHarness;
  let balancer: TcpProxy;
  /** Processes that the last probe found ready. */
  let ready: readonly ServiceProcess[] = [];
  // Connections are used in turn, so that none is idle: an idle one may be closed at the moment it is used.
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS, scheduling: 'fifo' });
  const statuses: number[] = [];

  beforeAll(async () => {
    harness = await FaultHarness.begin();
    let turn = 0;
    // Like a service of Kubernetes: a connection stays with its process, new ones go to ready processes.
    balancer = await TcpProxy.begin(() => {
      turn += 1;
      return Number(new URL(ready[turn % ready.length]?.origin ?? 'http://127.0.0.1:9').port);
    });
  }, patient(120_000));
  afterAll(async () => {
    agent.destroy();
    await balancer?.end();
    await harness?.end();
  }, patient(60_000));

  const apis = (): readonly ServiceProcess[] => harness.processes.filter((service) => !service.isWorker);

  async function isReady(service: ServiceProcess): Promise<boolean> {
    return fetch(`${service.origin}/health/read`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async function probe(): Promise<void> {
    const all = [...apis()];
    const answers = await Promise.all(all.map(isReady));
    ready = all.filter((_, place) => answers[place]);
  }

  const startApi = (): Promise<ServiceProcess> =>
    harness.startApi({ HREV_SHUTDOWN_DELAY: `${api.shutdownDelaySeconds}s` });

  /** Returns the status, or 0 if the connection broke. */
  function getObjects(): Promise<number> {
    return new Promise((resolve) => {
      const headers = { 'X-API-Key': harness.account.full };
      request({ port: balancer.port, agent, path: '/v3/objects?limit=5', headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      })
        .once('error', () => resolve(0))
        .end();
    });
  }

  it(`L13: all of ${PER_SECOND} requests a second over kept-alive connections succeed`, async () => {
    await Promise.all([startApi(), startApi()]);
    await probe();
    const probes = setInterval(() => void probe(), 250);
    const clients = setInterval(() => void getObjects().then((status) => statuses.push(status)), 1_000 / PER_SECOND);
    for (const old of [...apis()]) {
      const earlierCount = statuses.length;
      await eventually('load', patient(10_000), () => Promise.resolve(statuses.length > earlierCount + PER_SECOND));
      await startApi();
      await eventually('readiness', patient(10_000), () => Promise.resolve(ready.length === 3));
      expect(await harness.stop(old)).toBe(0);
    }
    await pause(1_000);
    clearInterval(clients);
    clearInterval(probes);
    expect(statuses.length).toBeGreaterThan(3 * PER_SECOND);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    await checkInvariants(harness);
  });
});
