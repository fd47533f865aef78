/**
 * Creates the files of a release in release/<name>-<version>/:
 *
 *   <name>-<version>.tgz        the built service, for `npm install --global`
 *   <name>-sdk-<version>.tgz    the client of the API, @hrev/sdk, for `npm publish`
 *   sbom.cyclonedx.json         its run-time dependencies, as CycloneDX
 *   sbom.spdx.json              the same as SPDX
 *   notes.md                    the section of CHANGELOG.md
 *   SHA256SUMS                  of all of them, as `sha256sum --check` reads it
 *
 * It refuses if the working tree is not clean, CHANGELOG.md does not begin with the version of package.json, a file has another version, the
 * lock file has faults or a package that an advisory names, or the folder exists; and if a package has a file that is not on the list of
 * release/contents.mjs, or a second packing has other bytes. It publishes, tags and signs nothing.
 *
 * Usage: npm run release [-- --dry-run] (reports the problems, creates the files in a temporary folder, and removes it)
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepare, PreparationError, ROOT } from './prepare.mjs';
import { billOfMaterials } from './release/bill.mjs';
import { changelogProblems, notesOf } from './release/changelog.mjs';
import { contentProblems } from './release/contents.mjs';
import { versionProblems } from './release/versions.mjs';

const isDryRun = process.argv.includes('--dry-run');
const { name, version } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const changelog = fs.readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8');
const target = path.join(ROOT, 'release', `${name}-${version}`);

try {
  const problems = findProblems();
  for (const problem of problems) say(problem);
  if (problems.length > 0 && !isDryRun) process.exitCode = 1;
  else await release();
} catch (error) {
  say(error instanceof PreparationError ? error.message : error.stack);
  process.exitCode = 1;
}

/** A dry run reports all problems and continues; it fails only if a file cannot be created. */
function findProblems() {
  const changes = run('git', ['status', '--porcelain']).trim();
  return [
    ...(changes === '' ? [] : [`the working tree is not clean:\n${changes}`]),
    ...changelogProblems(changelog, version, new Date().toISOString().slice(0, 10)),
    ...versionProblems(ROOT),
    ...problemsOf('complete-lock.mjs', '--check'),
    ...problemsOf('advisories.mjs'),
    ...(fs.existsSync(target) ? [`${path.relative(ROOT, target)} exists already`] : []),
  ];
}

/** The output of a check of the lock file, if it fails. */
function problemsOf(script, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(ROOT, 'scripts', script), ...args], {
    encoding: 'utf8',
  });
  return status === 0 ? [] : [`${stdout}${stderr}`.trim()];
}

async function release() {
  // Created under another name and moved at the end, so that a folder under the final name is complete.
  const parent = isDryRun ? os.tmpdir() : path.dirname(target);
  fs.mkdirSync(parent, { recursive: true });
  const folder = fs.mkdtempSync(path.join(parent, `.${name}-release-`));
  try {
    await prepare({ say, needsBuildTools: true });
    for (const format of ['cyclonedx', 'spdx'])
      fs.writeFileSync(path.join(folder, `sbom.${format}.json`), billOfMaterials(ROOT, format));
    fs.writeFileSync(path.join(folder, 'notes.md'), notesOf(changelog, version));
    pack(folder);
    const files = fs.readdirSync(folder).sort();
    const sums = files.map((file) => `${sha256(path.join(folder, file))}  ${file}\n`).join('');
    fs.writeFileSync(path.join(folder, 'SHA256SUMS'), sums);
    if (!isDryRun) move(folder);
    say(isDryRun ? 'would be created:' : `created in ${path.relative(ROOT, target)}:`);
    process.stdout.write(sums);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Packs both packages, checks what they contain, and packs them again for the comparison of their bytes. */
function pack(folder) {
  const again = fs.mkdtempSync(path.join(os.tmpdir(), `${name}-packed-again-`));
  try {
    for (const [packed, args] of [
      [name, ['--ignore-scripts']],
      // Its script `prepack` builds it.
      ['@hrev/sdk', ['./libs/sdk']],
    ]) {
      const [file, second] = [folder, again].map((place) => packInto(place, args));
      if (sha256(path.join(folder, file)) !== sha256(path.join(again, second)))
        throw new Error(`${file} has other bytes when it is packed again`);
      const contents = path.join(again, packed);
      fs.mkdirSync(contents, { recursive: true });
      run('tar', ['-xzf', path.join(folder, file), '-C', contents, '--strip-components', '1']);
      const problems = contentProblems(packed, contents);
      if (problems.length > 0) throw new Error(`${file}: ${problems.join('\n')}`);
    }
  } finally {
    fs.rmSync(again, { recursive: true, force: true });
  }
}

/** Returns the name of the file. */
function packInto(place, args) {
  const before = new Set(fs.readdirSync(place));
  run('npm', ['pack', ...args, '--pack-destination', place]);
  return fs.readdirSync(place).find((file) => file.endsWith('.tgz') && !before.has(file));
}

function move(folder) {
  fs.chmodSync(folder, 0o755);
  fs.renameSync(folder, target);
}

function sha256(file) {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

function run(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
}

function say(line) {
  process.stderr.write(`release: ${line}\n`);
}
