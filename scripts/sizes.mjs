/**
 * Prints the sizes of files per folder: lines at the median and at the 90th percentile, and the share of very small files (under
 * 16 lines). Fails if a folder's 90th percentile exceeds 250 lines. Tests, fixtures and generated files are not counted.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './prepare.mjs';

const P90_LIMIT = 250;
const CRUMB_LINES = 16;

const root = path.resolve(process.argv[2] ?? ROOT);
const folders = ['libs', 'src', 'console'].flatMap((top) => childFolders(path.join(root, top)));
const rows = folders
  .map((folder) => ({ folder: path.relative(root, folder), ...measure(folder) }))
  .filter((row) => row.files > 0);
const tooBig = rows.filter((row) => row.p90 > P90_LIMIT);

process.stdout.write(`${'folder'.padEnd(24)}  files  median  p90  crumbs\n`);
for (const row of [...rows, { folder: 'all', ...measure(...folders) }]) {
  const figures = [
    String(row.files).padStart(5),
    String(row.median).padStart(6),
    String(row.p90).padStart(3),
    `${row.crumbs} %`.padStart(6),
  ];
  process.stdout.write(`${row.folder.padEnd(24)}  ${figures.join('  ')}\n`);
}
for (const row of tooBig)
  process.stdout.write(`too big: ${row.folder}: nine of ten files should have at most ${P90_LIMIT} lines\n`);
process.exitCode = tooBig.length > 0 ? 1 : 0;

function childFolders(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(folder, entry.name));
}

function measure(...places) {
  const lines = places.flatMap(sourceFiles).map((file) => fs.readFileSync(file, 'utf8').trimEnd().split('\n').length);
  lines.sort((one, other) => one - other);
  const at = (share) => lines[Math.min(lines.length - 1, Math.floor(lines.length * share))] ?? 0;
  const crumbs = lines.filter((count) => count < CRUMB_LINES).length;
  return {
    files: lines.length,
    median: at(0.5),
    p90: at(0.9),
    crumbs: Math.round((100 * crumbs) / Math.max(1, lines.length)),
  };
}

function sourceFiles(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(db-)?spec\.ts$|\.gen\.ts$|[/\\]fixtures[/\\]/.test(file));
}
