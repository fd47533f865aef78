import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** Files of tests that Jest's configuration leaves to `npm run test:faults`. */
const OF_FAULTS = /(?<!\.quick)\.fault-spec\.ts$/;

/** A test that no project lists never runs, and nothing says so. */
describe('the projects of Jest', () => {
  const list = (...options: readonly string[]): readonly string[] => {
    const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
    const { stdout, stderr, status } = spawnSync(process.execPath, [jest, '--listTests', '--json', ...options], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    if (status !== 0) throw new Error(stderr);
    return (JSON.parse(stdout) as readonly string[]).map((file) => path.relative(ROOT, file)).sort();
  };

  it('run every test file', () => {
    const files = ['src', 'libs', 'bench', 'console', 'test']
      .flatMap((top) =>
        readdirSync(path.join(ROOT, top), { recursive: true, encoding: 'utf8' }).map((file) => `${top}/${file}`),
      )
      .filter((file) => /spec\.ts$/.test(file) && !file.includes('node_modules') && !OF_FAULTS.test(file))
      .sort();
    expect(list()).toEqual(files);
  });

  it('of `npm test` and of the lanes have no file in common, except those that run again in another way', () => {
    const fast = new Set(list('--selectProjects', 'unit', 'service'));
    const others = list('--selectProjects', 'matrix', 'process', 'browser', 'chart', 'console');
    expect(others.filter((file) => fast.has(file))).toEqual([]);
  });
});
