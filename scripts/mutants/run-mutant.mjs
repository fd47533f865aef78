/** Plants one mutant in a copy and runs tests on it. */
import fs from 'node:fs';
import path from 'node:path';
import { testsFor } from './choose-tests.mjs';

/** Tests count as hanging when they take this many times longer than without a fault. */
const SLOWDOWN = 3;
const GRACE_MS = 60_000;

export class MutantRunner {
  /** Whether a test passes without a fault. A test that fails without a fault is not used. */
  #passing = new Map();

  constructor(copy, reach, typeError, budgetMs) {
    this.copy = copy;
    this.reach = reach;
    this.typeError = typeError;
    this.budgetMs = budgetMs;
  }

  /** `outcome`, the tests that ran, and in `by` the test that detected the mutant. */
  async run(mutant) {
    if (this.typeError(mutant.file, mutant.mutated) !== null) return { outcome: 'uncompilable', tests: [] };
    const text = fs.readFileSync(path.join(this.copy.root, mutant.file), 'utf8');
    for (;;) {
      const records = testsFor(mutant, text, this.reach, this.budgetMs).filter(
        ({ test }) => this.#passing.get(test) !== false,
      );
      const tests = records.map(({ test }) => test);
      if (tests.length === 0) return { outcome: 'unreached', tests };
      const run = await this.#run(mutant, records);
      if (run.passed) return { outcome: 'survived', tests };
      if (run.failure === null) return { outcome: run.ended ? 'killed' : 'timeout', tests };
      if (await this.#passesWithoutFault(run.failure.file)) return { outcome: 'killed', tests, by: run.failure };
    }
  }

  async #run(mutant, records) {
    this.copy.write(mutant.file, mutant.mutated);
    try {
      return await this.#test(records);
    } finally {
      this.copy.restore(mutant.file);
    }
  }

  #test(records) {
    const expected = records.reduce((sum, { ms }) => sum + ms, 0);
    return this.copy.test(
      records.map(({ test }) => test),
      { limitMs: SLOWDOWN * expected + GRACE_MS },
    );
  }

  /** Returns whether a test passes without a fault. Runs once for each test. */
  async #passesWithoutFault(test) {
    if (!this.#passing.has(test)) this.#passing.set(test, (await this.#test([this.reach.get(test)])).passed);
    return this.#passing.get(test);
  }
}
