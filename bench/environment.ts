/** Describes the machine of a run, without host names and paths. */
import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';
import path from 'node:path';
import { benchSettings, type BenchPostgres } from './postgres';
import { pinning } from './spawn-node';

/** Fields that must be equal for two runs to be comparable. */
export interface Machine {
  readonly platform: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryMb: number;
  readonly node: string;
  readonly postgres: string;
}

export interface Environment {
  readonly machine: Machine;
  readonly settings: Readonly<Record<string, string>>;
  readonly pinning: string;
  /** Null outside a checkout. */
  readonly commit: string | null;
}

export async function describeEnvironment(postgres: BenchPostgres): Promise<Environment> {
  return {
    machine: {
      platform: `${process.platform}-${process.arch}`,
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      cores: availableParallelism(),
      memoryMb: Math.round(totalmem() / 1024 / 1024),
      node: process.versions.node,
      postgres: await postgres.version(),
    },
    settings: benchSettings(),
    pinning: pinning(),
    commit: commitOf(path.join(__dirname, '../..')),
  };
}

function commitOf(folder: string): string | null {
  const git = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' });
  return git.status === 0 ? git.stdout.trim() : null;
}
