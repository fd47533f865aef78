/**
 * `npm run test:node24`: the tests on Node 24, which images and documentation use, also where another version is installed. Node comes from
 * npm, as the package `node-<system>-<processor>` that the package `node` installs, into .cache/node24, once. It runs the tests and all
 * processes that they start: it is the first `node` of PATH.
 *
 * Usage: npm run test:node24 [-- arguments of npm test]     (default: `--lane service`: stores, services, API and flows)
 */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { EXIT, ROOT } from './prepare.mjs';

/** The newest version of 24 that npm has. */
const VERSION = '24.21.0';
const DEFAULT = ['--lane', 'service'];

const folder = path.join(ROOT, '.cache/node24');
const system = process.platform === 'win32' ? 'win' : process.platform;
const name = `node-${system}-${process.arch}`;
const program = path.join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

if (versionOf(program) !== `v${VERSION}`) install();
const given = process.argv.slice(2);
const child = spawn(program, [path.join(ROOT, 'scripts/test.mjs'), ...(given.length > 0 ? given : DEFAULT)], {
  stdio: 'inherit',
  env: { ...process.env, PATH: `${path.dirname(program)}${path.delimiter}${process.env.PATH}` },
});
// Ctrl-C reaches the tests by the terminal; their sum is the last line.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('close', (code) => process.exit(code ?? EXIT.failed));

/** Null if there is no such program. */
function versionOf(node) {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? null;
}

/** Outside of the packages of the project: no user installs it. */
function install() {
  process.stderr.write(`installing Node ${VERSION} in .cache/node24\n`);
  fs.mkdirSync(folder, { recursive: true });
  // Without a package.json npm looks for one in the folders above.
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const flags = ['--prefix', folder, '--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', ['install', ...flags, `${name}@${VERSION}`], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0 && versionOf(program) === `v${VERSION}`) return;
  process.stderr.write(`npm could not install ${name}@${VERSION}: ${stderr}\n`);
  process.exit(EXIT.dependencyMissing);
}
