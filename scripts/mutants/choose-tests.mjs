/** Chooses the tests for a mutant, the nearest first, from the stored measurements. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { idsOfPlace, moduleId } from './reach.mjs';

export const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The stored measurements of tests that have not changed since, by test file. */
export function readReach(file, root, tests) {
  if (!fs.existsSync(file)) return new Map();
  const records = fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const latest = new Map(records.map((record) => [record.test, { ...record, reached: new Set(record.reached) }]));
  return new Map(
    tests.flatMap((test) => {
      const record = latest.get(test);
      return record?.hash === hashOf(fs.readFileSync(path.join(root, test), 'utf8')) ? [[test, record]] : [];
    }),
  );
}

/**
 * Test files that reach the mutant: those of `npm test` first, then those of the lanes, each the nearest and fastest first; as many as
 * fit into the budget, and at least one.
 */
export function testsFor(mutant, text, reach, budgetMs) {
  const ids = idsOfPlace(mutant.file, text, mutant.start);
  const records = [...reach.values()];
  const isKnown = ids.some((id) => records.some(({ reached }) => reached.has(id)));
  const isNew = !isKnown && !wasMeasured(mutant.file, records);
  const wanted = isNew ? [moduleId(mutant.file)] : ids;
  const fitting = records
    .filter(({ reached }) => wanted.some((id) => reached.has(id)))
    .sort(
      (a, b) =>
        Number(b.isFast) - Number(a.isFast) ||
        distance(mutant.file, a.test) - distance(mutant.file, b.test) ||
        a.ms - b.ms,
    );
  let spent = 0;
  return fitting.filter(({ ms }, at) => (spent += ms) <= budgetMs || at === 0);
}

/** Returns whether a test called a function of the file; if not, its functions are newer than the measurement. */
function wasMeasured(file, records) {
  return records.some(({ reached }) => [...reached].some((id) => id.startsWith(`${file}#`) && id !== moduleId(file)));
}

/** Own spec, same folder, same context, contract of the context, anything else. */
function distance(file, test) {
  const stem = file.replace(/\.ts$/, '');
  if (test === `${stem}.spec.ts` || test === `${stem}.db-spec.ts`) return 0;
  if (path.dirname(file) === path.dirname(test)) return 1;
  const [top, context] = file.split('/');
  if (test.startsWith(`${top}/${context}/`)) return 2;
  return test.startsWith('test/') && test.includes(context) ? 3 : 4;
}
