/** A copy of the working tree, in which mutants are planted and tests run. The tree itself is not changed. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.hrev', '.cache', 'coverage']);

export class TreeCopy {
  constructor(root, folder) {
    this.root = root;
    this.folder = folder;
    fs.rmSync(folder, { recursive: true, force: true });
    fs.cpSync(root, folder, {
      recursive: true,
      filter: (source) => !LEFT_OUT.has(path.relative(root, source).split(path.sep)[0]),
    });
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  }

  write(file, text) {
    fs.writeFileSync(path.join(this.folder, file), text);
  }

  restore(file) {
    fs.copyFileSync(path.join(this.root, file), path.join(this.folder, file));
  }

  /** Runs test files in this order until one fails. `ended` is false if the time limit ended the run. */
  async test(tests, { limitMs, environment = {}, bail = true }) {
    const report = path.join(this.folder, '.mutants-report.json');
    fs.rmSync(report, { force: true });
    const child = spawn(process.execPath, jestArguments(this.folder, tests, bail), {
      cwd: this.folder,
      env: { ...process.env, ...environment, MUTANTS_ORDER: JSON.stringify(tests), MUTANTS_REPORT: report },
      stdio: 'ignore',
      detached: true,
    });
    running.add(child);
    const timer = setTimeout(() => end(child), limitMs);
    const code = await new Promise((resolve) => child.once('close', resolve));
    clearTimeout(timer);
    running.delete(child);
    const result = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : null;
    return { ended: code !== null, passed: code === 0, failure: failureOf(result, this.folder) };
  }
}

function jestArguments(folder, tests, bail) {
  return [
    path.join(folder, 'node_modules/jest/bin/jest.js'),
    ...['--config', path.join(folder, 'scripts/mutants/jest.config.cjs')],
    ...['--runInBand', '--forceExit', ...(bail ? ['--bail'] : [])],
    ...['--runTestsByPath', ...tests],
  ];
}

/** The test file that failed, and its first failed test; null if all passed. */
function failureOf(result, folder) {
  const failed = result?.testResults.find(({ status }) => status === 'failed');
  if (!failed) return null;
  const test = failed.assertionResults.find(({ status }) => status === 'failed');
  const file = path.relative(fs.realpathSync(folder), failed.name).replaceAll(path.sep, '/');
  return { file, test: test?.fullName ?? 'the file does not load' };
}

const running = new Set();

function end(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** Ends running tests when the script itself is ended. */
export const endAll = () => running.forEach(end);

/** The folder of the n-th copy: the same for each run of one tree, so that Jest's cache is used again. */
export const folderOf = (root, n) =>
  path.join(os.tmpdir(), `hrev-mutants-${Buffer.from(root).toString('base64url').slice(-24)}`, String(n));
