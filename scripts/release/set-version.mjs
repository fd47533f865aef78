/**
 * Begins a release: writes the version to every file that has it, and replaces the heading "Unreleased" of CHANGELOG.md by the version and
 * the day of today in UTC. Nothing is written if something is wrong.
 *
 * Usage: npm run release:version -- 1.2.3
 */
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../prepare.mjs';
import { changelogProblems, cut } from './changelog.mjs';
import { writeVersion } from './versions.mjs';

const [version = ''] = process.argv.slice(2);
const changelog = path.join(ROOT, 'CHANGELOG.md');
const today = new Date().toISOString().slice(0, 10);

try {
  const text = cut(fs.readFileSync(changelog, 'utf8'), version, today);
  const problems = changelogProblems(text, version, today);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  writeVersion(ROOT, version);
  fs.writeFileSync(changelog, text);
  process.stderr.write(`release: ${version} (${today}); look at the changes, commit them, and run: npm run release\n`);
} catch (error) {
  process.stderr.write(`release: ${error.message}\n`);
  process.exitCode = 1;
}
