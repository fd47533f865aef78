/**
 * `npm run bench:peers [-- name …]`: installs the products that the bench compares hrev with, each in its own folder below
 * `bench/peers`, outside hrev's dependencies. Without names: all but Strapi, which is very large.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './prepare.mjs';

const PEERS = path.join(ROOT, 'bench/peers');
const ONLY_BY_NAME = ['strapi'];
const FLAGS = ['--no-audit', '--no-fund', '--no-package-lock', '--omit=dev', '--loglevel=error'];

const known = fs.readdirSync(PEERS).filter((name) => fs.existsSync(path.join(PEERS, name, 'package.json')));
const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`bench: no peer ${unknown.join(', ')}; there are ${known.join(', ')}\n`);
  process.exit(2);
}
let code = 0;
for (const name of requested.length > 0 ? requested : known.filter((one) => !ONLY_BY_NAME.includes(one))) {
  process.stderr.write(`bench: installing ${name}\n`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['install', ...FLAGS], {
    cwd: path.join(PEERS, name),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) {
    process.stderr.write(`bench: ${name} could not be installed; the bench reports it as absent\n`);
    code = 1;
  }
}
process.exitCode = code;
