/** A real Prometheus that scrapes processes of a test. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from './eventually';

/** Whether the machine has Prometheus: Debian's package prometheus. */
export const hasPrometheus = !spawnSync('prometheus', ['--version'], { stdio: 'ignore' }).error;

/** The series of an answer, each with its samples as time and value. */
export type Series = readonly {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [number, string])[];
}[];

export interface PrometheusOptions {
  readonly port: number;
  /** The ports of metrics on 127.0.0.1. */
  readonly targets: readonly number[];
  /** The label `namespace` of their series. */
  readonly namespace: string;
  /** A folder with files of rules. All groups are evaluated every second, whatever their interval. */
  readonly rules: string;
  /** Seconds between two scrapes, and the limit of each; default: 1. */
  readonly scrapeS?: number;
}

export class Prometheus {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly origin: string,
  ) {}

  /** Scrapes, and resolves when all targets have been scraped. */
  static async start({ port, targets, namespace, rules, scrapeS = 1 }: PrometheusOptions): Promise<Prometheus> {
    const folder = mkdtempSync(path.join(tmpdir(), 'hrev-prometheus-'));
    for (const name of readdirSync(rules)) {
      const text = readFileSync(path.join(rules, name), 'utf8').replaceAll(/^ {4}interval: .*\n/gm, '');
      writeFileSync(path.join(folder, name), text);
    }
    // JSON is YAML.
    const configuration = {
      global: { scrape_interval: `${scrapeS}s`, scrape_timeout: `${scrapeS}s`, evaluation_interval: '1s' },
      rule_files: [path.join(folder, '*.yaml')],
      scrape_configs: [
        {
          job_name: 'hrev',
          static_configs: [{ targets: targets.map((one) => `127.0.0.1:${one}`), labels: { namespace } }],
        },
      ],
    };
    writeFileSync(path.join(folder, 'prometheus.yml'), JSON.stringify(configuration));
    const options = [
      `--config.file=${path.join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ];
    const child = spawn('prometheus', options, { stdio: ['ignore', 'inherit', 'inherit'] });
    const kill = (): void => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    const prometheus = new Prometheus(child, folder, `http://127.0.0.1:${port}`);
    const areUp = async (): Promise<boolean> => {
      const { activeTargets = [] } = await prometheus
        .get<{ activeTargets?: readonly { health: string }[] }>('/api/v1/targets')
        .catch(() => ({ activeTargets: [] }));
      return activeTargets.length === targets.length && activeTargets.every(({ health }) => health === 'up');
    };
    try {
      await eventually('a scrape of all targets', 60_000 * scrapeS, areUp);
    } catch (error) {
      await prometheus.stop();
      throw error;
    }
    return prometheus;
  }

  /** The values of an expression in the last `seconds`, one a second. Throws if Prometheus refuses it. */
  async range(expr: string, seconds: number): Promise<Series> {
    const end = Date.now() / 1_000;
    const query = new URLSearchParams({ query: expr, start: String(end - seconds), end: String(end), step: '1' });
    return (await this.get<{ result: Series }>(`/api/v1/query_range?${query.toString()}`)).result;
  }

  /** The errors of rules that could not be evaluated, by their names. */
  async ruleErrors(): Promise<readonly (readonly [name: string, error: string])[]> {
    const { groups } = await this.get<{
      groups: readonly { rules: readonly { name: string; health: string; lastError?: string }[] }[];
    }>('/api/v1/rules');
    const rules = groups.flatMap((group) => group.rules);
    return rules.flatMap(({ name, health, lastError = '' }) => (health === 'ok' ? [] : [[name, lastError || health]]));
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const exited = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await exited;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async get<T>(at: string): Promise<T> {
    const response = await fetch(`${this.origin}${at}`);
    const answer = (await response.json()) as { status: string; error?: string; data: T };
    if (answer.status !== 'success') throw new Error(answer.error ?? `status ${response.status}`);
    return answer.data;
  }
}
