/** One run of the bench: what every block of measurements shares, and where its figures are gathered. */
import { loadavg } from 'node:os';
import type { CleanUp } from './clean-up';
import type { Dataset } from './gen/load-dataset';
import type { LoadClient } from './load/process-client';
import { judge, type Circumstances, type Control, type JudgedRatio, type ThresholdId } from './measure/judge';
import type { Interval } from './measure/statistics';
import type { BenchOptions } from './options';
import type { PeerName } from './peers/peer-names';
import type { BenchPostgres } from './postgres';
import type { Product } from './product';

/** A figure with all that was seen while it was measured. */
export interface Cell {
  readonly id: string;
  readonly variant: string;
  /** Median over the rounds, in `unit`. */
  readonly value: number;
  readonly unit: string;
  readonly rounds: readonly number[];
  readonly [detail: string]: string | number | readonly number[];
}

export interface BlockLoad {
  readonly block: string;
  readonly loadBefore: number;
  readonly loadAfter: number;
  readonly seconds: number;
}

/** A database of the bench with its data and the product open on it. */
export interface World {
  readonly url: string;
  readonly product: Product;
  readonly dataset: Dataset;
}

export class BenchRun {
  readonly cells: Cell[] = [];
  readonly ratios: JudgedRatio[] = [];
  readonly blocks: BlockLoad[] = [];
  readonly peers: Record<string, string> = {};
  /** What could not be measured, and why. */
  readonly failures: { readonly block: string; readonly error: string }[] = [];
  control: Control | null = null;

  constructor(
    readonly options: BenchOptions,
    readonly postgres: BenchPostgres,
    readonly load: LoadClient,
    readonly cleanUp: CleanUp,
    readonly say: (line: string) => void,
  ) {}

  /** Runs one block and notes how busy the machine was before and after it. */
  async block<T>(name: string, work: () => Promise<T>): Promise<T> {
    const [loadBefore = 0] = loadavg();
    const began = performance.now();
    this.say(name);
    const result = await work();
    const [loadAfter = 0] = loadavg();
    this.blocks.push({
      block: name,
      loadBefore,
      loadAfter,
      seconds: Math.round((performance.now() - began) / 100) / 10,
    });
    return result;
  }

  /** A block that others do without: where it fails, that is noted and the run goes on, to end as inconclusive. */
  async attempt(name: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await this.block(name, work);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.failures.push({ block: name, error: message });
      this.say(`failed: ${error instanceof Error ? (error.stack ?? message) : message}`);
    }
  }

  /** Notes a ratio with what it is worth on as many reviews as the profile has. */
  judge(id: ThresholdId, interval: Interval, circumstances: Omit<Circumstances, 'reviews'> = {}): void {
    this.ratios.push(judge(id, interval, { ...circumstances, reviews: this.options.profile.reviews }));
  }

  wants(...ids: readonly string[]): boolean {
    return [...this.options.only].some((id) => ids.includes(id));
  }

  /** Whether a peer may be compared with. */
  mayUse(peer: PeerName): boolean {
    return this.options.peers.has(peer);
  }
}
