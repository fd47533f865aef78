/** One run of the bench: state that all measurements share, and their results. */
import { loadavg } from 'node:os';
import type { CleanUp } from './clean-up';
import type { Dataset } from './gen/load-dataset';
import type { LoadClient } from './load/process-client';
import { evaluate, type Circumstances, type Control, type EvaluatedRatio, type ThresholdId } from './measure/verdicts';
import type { Interval } from './measure/statistics';
import type { BenchOptions } from './options';
import type { PeerName } from './peers/peer-names';
import type { BenchPostgres } from './postgres';
import type { Product } from './product';

/** A measured value with its details. */
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

/** A database of the bench with its data and a product instance on it. */
export interface BenchSetup {
  readonly url: string;
  readonly product: Product;
  readonly dataset: Dataset;
}

export class BenchRun {
  readonly cells: Cell[] = [];
  readonly ratios: EvaluatedRatio[] = [];
  readonly blocks: BlockLoad[] = [];
  readonly peers: Record<string, string> = {};
  /** Failed measurements, with their reasons. */
  readonly failures: { readonly block: string; readonly error: string }[] = [];
  /** Ratios that were left out because a program to compare with is missing, with the reasons. They do not fail the run. */
  readonly leftOut: { readonly ratio: string; readonly reason: string }[] = [];
  control: Control | null = null;

  constructor(
    readonly options: BenchOptions,
    readonly postgres: BenchPostgres,
    readonly load: LoadClient,
    readonly cleanUp: CleanUp,
    readonly log: (line: string) => void,
  ) {}

  /** Runs one block and records the load of the machine before and after it. */
  async block<T>(name: string, work: () => Promise<T>): Promise<T> {
    const [loadBefore = 0] = loadavg();
    const began = performance.now();
    this.log(name);
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

  /** Runs a block that others do not depend on: a failure is recorded, the run continues and ends as inconclusive. */
  async attempt(name: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await this.block(name, work);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.failures.push({ block: name, error: message });
      this.log(`failed: ${error instanceof Error ? (error.stack ?? message) : message}`);
    }
  }

  /** Records a ratio with its verdict for the number of reviews of the profile. */
  evaluate(id: ThresholdId, interval: Interval, circumstances: Omit<Circumstances, 'reviews'> = {}): void {
    this.ratios.push(evaluate(id, interval, { ...circumstances, reviews: this.options.profile.reviews }));
  }

  wants(...ids: readonly string[]): boolean {
    return [...this.options.only].some((id) => ids.includes(id));
  }

  /** Returns whether the bench may compare with a peer. */
  mayUse(peer: PeerName): boolean {
    return this.options.peers.has(peer);
  }
}
