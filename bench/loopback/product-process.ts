/** Processes of the product that know the loopback platform: `src/main`, as an operator starts it, with `platform.ts` preloaded. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CleanUp } from '../clean-up';
import { spawnNode } from '../spawn-node';
import { freePort, ready, stop } from '../variant-server';
import { LISTED } from './addresses';

const DIST = path.join(__dirname, '../..');

export interface ProductPlan {
  readonly role: 'worker' | 'api';
  readonly databaseUrl: string;
  /** Origin of the loopback platform. */
  readonly platform: string;
  readonly settings?: Readonly<Record<string, string>>;
}

export interface ProductProcess {
  readonly origin: string;
  readonly processId: number;
  stop(): Promise<void>;
}

/** Starts one process and waits until it is ready. It is not pinned to a core. */
export async function startProduct(plan: ProductPlan, cleanUp: CleanUp): Promise<ProductProcess> {
  const home = mkdtempSync(path.join(tmpdir(), 'hrev-bench-home-'));
  cleanUp.add(() => rmSync(home, { recursive: true, force: true }));
  const port = await freePort();
  const child = spawnNode(path.join(DIST, 'src/main.js'), {
    core: 'any',
    channel: false,
    preload: path.join(__dirname, 'platform.js'),
    environment: {
      // The loopback platform has a private address, which production refuses.
      NODE_ENV: 'test',
      HREV_METRICS_PORT: '0',
      HREV_ALLOW_PRIVATE_TARGETS: 'true',
      HREV_SOURCE_ORIGINS: JSON.stringify({ [LISTED.slug]: plan.platform }),
      DATABASE_URL: plan.databaseUrl,
      HREV_ROLE: plan.role,
      HREV_HOME: home,
      HOST: '127.0.0.1',
      [plan.role === 'api' ? 'PORT' : 'HREV_WORKER_PORT']: String(port),
      LOG_LEVEL: 'info',
      HREV_RATE_LIMIT: '100000000',
      HREV_ENCRYPTION_KEY: '7e'.repeat(32),
      ...plan.settings,
    },
  });
  cleanUp.add(() => stop(child));
  const origin = `http://127.0.0.1:${port}`;
  await ready(plan.role, child, origin);
  return { origin, processId: child.pid ?? 0, stop: () => stop(child) };
}
