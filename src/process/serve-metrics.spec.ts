import { createServer, type AddressInfo, type Server } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { eventually } from '@test/support/eventually';
import { serveMetrics } from './serve-metrics';

describe('the metrics server of a process', () => {
  const app = {
    get: () => ({ start: () => undefined, text: () => Promise.resolve('spec 1\n') }),
  } as unknown as Pick<INestApplicationContext, 'get'>;
  const warnings: string[] = [];
  const log = { warn: (line: string) => void warnings.push(line) } as unknown as Parameters<typeof serveMetrics>[2];
  const config = (port: number, host = '127.0.0.1') => ({ HREV_METRICS_HOST: host, HREV_METRICS_PORT: port });
  const scrape = async (port: number): Promise<string> =>
    (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: 'close' } })).text();
  let taken: Server;
  let port: number;

  beforeEach(async () => {
    warnings.length = 0;
    taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    ({ port } = taken.address() as AddressInfo);
  });
  afterEach(() => taken.close());

  it('names a port that is taken once, does not stop the start, and serves once the port is free', async () => {
    await serveMetrics(app, config(port), log, 20);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const message = `this process serves no metrics yet: port ${port} is in use by another program; set HREV_METRICS_PORT to another one, or to 0 for no metrics`;
    expect(warnings).toEqual([message]);
    taken.close();
    expect(await eventually('the metrics', 10_000, () => scrape(port))).toBe('spec 1\n');
    expect(warnings).toEqual([message]);
  });

  it('names an address that the machine does not have', async () => {
    await serveMetrics(app, config(port, '192.0.2.1'), log);
    expect(warnings).toEqual([
      'this process serves no metrics yet: HREV_METRICS_HOST 192.0.2.1 is no address of this machine',
    ]);
  });

  it('is not started with the port 0', async () => {
    const get = jest.fn();
    const noApp = { get } as unknown as typeof app;
    await serveMetrics(noApp, config(0), log);
    expect(get).not.toHaveBeenCalled();
    expect(warnings).toEqual([]);
  });
});
