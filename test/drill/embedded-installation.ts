/** An installation of one process with the embedded PostgreSQL, whose backups are on a small disk. */
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SmallDisk } from '@test/faults/support/small-disk';
import { removeHome } from '@test/support/embedded-homes';
import { Prometheus } from '@test/support/prometheus';
import { freePort } from '@test/support/redis-control';
import {
  ApiClient,
  flowEnvironment,
  hrev,
  ServiceProcess,
  type CliResult,
  type Environment,
} from '@test/support/service-process';
import type { CleanUp } from '../../bench/clean-up';
import { AlertWatch } from './alert-watch';
import { NAMESPACE, repeat, SCRAPE_S } from './installation';

const DISK_MEGABYTES = 400;

export class EmbeddedInstallation {
  private constructor(
    private readonly environment: Environment,
    private readonly service: ServiceProcess,
    readonly disk: SmallDisk,
    readonly prometheus: Prometheus,
    readonly alerts: AlertWatch,
  ) {}

  /** Starts the service with a backup, and a Prometheus that scrapes it. */
  static async begin(rules: string, cleanUp: CleanUp): Promise<EmbeddedInstallation> {
    const home = mkdtempSync(path.join(tmpdir(), 'hrev-drill-home-'));
    cleanUp.add(() => removeHome(home));
    chmodSync(home, 0o711);
    const disk = new SmallDisk(DISK_MEGABYTES);
    cleanUp.add(() => disk.remove());
    const backups = path.join(disk.folder, 'backups');
    mkdirSync(backups);
    const metricsPort = await freePort();
    const more = { HREV_HOME: home, HREV_BACKUP_DIR: backups, HREV_METRICS_PORT: String(metricsPort) };
    const { DATABASE_URL: _, REDIS_URL: __, ...environment } = flowEnvironment('', more) as Record<string, string>;
    const service = await ServiceProcess.start('all', environment);
    cleanUp.add(() => service.stop());
    const prometheus = await Prometheus.start({
      port: await freePort(),
      targets: [metricsPort],
      namespace: NAMESPACE,
      rules,
      scrapeS: SCRAPE_S,
    });
    cleanUp.add(() => prometheus.stop());
    const alerts = new AlertWatch(prometheus);
    cleanUp.add(() => alerts.end());
    const site = new EmbeddedInstallation(environment, service, disk, prometheus, alerts);
    await site.backUp();
    return site;
  }

  get backups(): string {
    return path.join(this.disk.folder, 'backups');
  }

  async backUp(): Promise<void> {
    await this.hrev('backup');
  }

  /** Creates an object each second. Returns what ends it. */
  keepWriting(): () => Promise<void> {
    let client: ApiClient | null = null;
    return repeat(1_000, async () => {
      if (client === null) {
        const created = await this.hrev('account', 'create', '--name', 'Drill', '--json');
        client = new ApiClient(this.service.origin, created.json<{ keys: { full: string } }>().keys.full);
      }
      await client.request('POST', '/v3/objects', { name: `Object ${performance.now()}` });
    });
  }

  private async hrev(...args: readonly string[]): Promise<CliResult> {
    const result = await hrev(this.environment, ...args);
    if (result.code !== 0) throw new Error(`hrev ${args.join(' ')}: ${result.stderr}${result.stdout}`);
    return result;
  }
}
