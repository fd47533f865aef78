/**
 * `npm run test:faults [-- --record] [pattern …]`: builds if necessary and runs the fault suite, one file after the other.
 * `--record` writes the results to the last column of docs/faults.md. `FAULT_PATIENCE=4` multiplies every limit by four, for
 * shared machines; `FAULT_SEED` and `FAULT_SECONDS` are for the random runs.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepareOrExit, ROOT } from './prepare.mjs';

const record = process.argv.includes('--record');
const patterns = process.argv.slice(2).filter((argument) => argument !== '--record');
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hrev-faults-'));
const report = path.join(scratch, 'jest.json');

await prepareOrExit({ say: (line) => process.stderr.write(`hrev: ${line}\n`), needsBuildTools: true });
const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
const config = path.join(ROOT, 'test/faults/jest.config.cjs');
const child = spawn(process.execPath, [jest, '--config', config, '--json', `--outputFile=${report}`, ...patterns], {
  cwd: ROOT,
  stdio: ['ignore', 'ignore', 'inherit'],
});
child.once('close', (code) => {
  if (record && fs.existsSync(report)) writeResults(JSON.parse(fs.readFileSync(report, 'utf8')));
  fs.rmSync(scratch, { recursive: true, force: true });
  process.exit(code ?? 1);
});

/** The row of a fault has "passed" only if every test with the fault in its title passed. */
function writeResults(result) {
  const outcomes = new Map();
  for (const { assertionResults } of result.testResults) {
    for (const { fullName, status } of assertionResults) {
      if (status === 'pending' && patterns.length > 0) continue;
      for (const [, fault] of fullName.matchAll(/\b(F\d+|run \d)\b/g))
        outcomes.set(fault, [...(outcomes.get(fault) ?? []), status]);
    }
  }
  const file = path.join(ROOT, 'docs/faults.md');
  const day = new Date().toISOString().slice(0, 10);
  const lines = fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => {
      const fault = /^\| (F\d+|run \d) \|/.exec(line)?.[1];
      const found = fault ? outcomes.get(fault) : undefined;
      if (!found) return line;
      const count = (status) => found.filter((one) => one === status).length;
      const summary =
        count('failed') > 0 ? `FAILED, ${count('failed')} of ${found.length}` : `passed, ${count('passed')}`;
      const skipped = count('pending') + count('todo') > 0 ? `, ${count('pending') + count('todo')} skipped` : '';
      return line.replace(/\|[^|]*\|$/, `| ${summary}${skipped} (${day}) |`);
    });
  fs.writeFileSync(file, lines.join('\n'));
}
