/** Plants one mutant in a copy and asks the tests. */
import fs from 'node:fs';
import path from 'node:path';
import { testsFor } from './choose-tests.mjs';

/** How much longer than without a fault tests may take before they count as hanging. */
const PATIENCE = 3;
const GRACE_MS = 60_000;

export class Judge {
  /** Tests that pass without a fault (true), or do not (false), and therefore say nothing. */
  #sound = new Map();

  constructor(copy, reach, typeError, budgetMs) {
    this.copy = copy;
    this.reach = reach;
    this.typeError = typeError;
    this.budgetMs = budgetMs;
  }

  /** `outcome`, the tests that were asked, and in `by` the one that noticed. */
  async judge(mutant) {
    if (this.typeError(mutant.file, mutant.mutated) !== null) return { outcome: 'uncompilable', tests: [] };
    const text = fs.readFileSync(path.join(this.copy.root, mutant.file), 'utf8');
    for (;;) {
      const records = testsFor(mutant, text, this.reach, this.budgetMs).filter(
        ({ test }) => this.#sound.get(test) !== false,
      );
      const tests = records.map(({ test }) => test);
      if (tests.length === 0) return { outcome: 'unreached', tests };
      const run = await this.#run(mutant, records);
      if (run.passed) return { outcome: 'survived', tests };
      if (run.failure === null) return { outcome: run.ended ? 'killed' : 'timeout', tests };
      if (await this.#isSound(run.failure.file)) return { outcome: 'killed', tests, by: run.failure };
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
      { limitMs: PATIENCE * expected + GRACE_MS },
    );
  }

  /** A test that fails without a fault as well has noticed nothing. Asked once for each test. */
  async #isSound(test) {
    if (!this.#sound.has(test)) this.#sound.set(test, (await this.#test([this.reach.get(test)])).passed);
    return this.#sound.get(test);
  }
}
