/** Which code may be mutated, which tests may detect it, and which mutants a seed selects. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { KINDS, sitesOf } from './operators.mjs';

/** Declarations, wiring, test support, released migrations, and code that runs only in separate processes (docs/faults.md). */
const NOT_MUTATED =
  /\.(db-|fault-)?spec\.ts$|\.d\.ts$|(^|\/)(index|main)\.ts$|\.module\.ts$|\/fixtures\/|^libs\/(database\/(migrations|embedded)|sources\/(sandbox|conformance|platforms\/_template)|logging|config)\/|^src\/(cli|process)\/|\/openapi\//;
const TESTS = /^(src|libs)\/.*\.(db-)?spec\.ts$|^test\/(contract|matrix)\/.*\.spec\.ts$/;
/** Tests of processes and servers: they run the build, which contains no mutant. */
const NOT_USED = /^libs\/database\/embedded\/|^src\/(cli|process)\//;

/** Files below the folders, as paths with `/` from the root. */
export function filesBelow(root, folders) {
  return folders
    .flatMap((folder) =>
      fs.existsSync(path.join(root, folder))
        ? fs
            .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
            .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
        : [],
    )
    .filter((name) => name.endsWith('.ts') && !name.includes('/node_modules/'))
    .sort();
}

export const mutableFiles = (root) => filesBelow(root, ['src', 'libs']).filter((file) => !NOT_MUTATED.test(file));
export const testFiles = (root) =>
  filesBelow(root, ['src', 'libs', 'test']).filter((file) => TESTS.test(file) && !NOT_USED.test(file));

/** The test files that `npm test` runs. The others belong to lanes (test/lanes.cjs). */
export function fastTestFiles(root) {
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const list = [jest, '--listTests', '--json', '--selectProjects', 'unit', 'service'];
  const { stdout } = spawnSync(process.execPath, list, { cwd: root, encoding: 'utf8' });
  return new Set(JSON.parse(stdout).map((file) => path.relative(root, file).replaceAll(path.sep, '/')));
}

/** Every mutant of the files in one of the areas (prefixes of paths; none: all). */
export function mutantsOf(root, areas) {
  return mutableFiles(root)
    .filter((file) => areas.length === 0 || areas.some((area) => file.startsWith(area)))
    .flatMap((file) => {
      const text = fs.readFileSync(path.join(root, file), 'utf8');
      return sitesOf(file, text).map((site) => mutantOf(file, text, site));
    });
}

function mutantOf(file, text, { kind, start, end, text: replacement }) {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const to = lineEnd < 0 ? text.length : lineEnd;
  return {
    kind,
    file,
    line: text.slice(0, start).split('\n').length,
    start,
    mutated: text.slice(0, start) + replacement + text.slice(end),
    diff: {
      before: linesOf(text.slice(from, to)),
      after: linesOf(text.slice(from, start) + replacement + text.slice(end, to)),
    },
  };
}

const linesOf = (text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Selects `count` mutants, each kind by its weight; the same ones for the same seed. */
export function sampleOf(mutants, count, seed) {
  const random = randomBySeed(seed);
  const byKind = grouped(mutants);
  const chosen = [];
  while (chosen.length < count && byKind.size > 0) {
    const kind = kindFor(random(), [...byKind.keys()]);
    const left = byKind.get(kind);
    chosen.push(...left.splice(Math.floor(random() * left.length), 1));
    if (left.length === 0) byKind.delete(kind);
  }
  return chosen;
}

function grouped(mutants) {
  const byKind = new Map();
  for (const mutant of mutants) byKind.set(mutant.kind, [...(byKind.get(mutant.kind) ?? []), mutant]);
  return byKind;
}

function kindFor(at, kinds) {
  const sorted = [...kinds].sort();
  const sum = sorted.reduce((total, kind) => total + KINDS[kind].share, 0);
  let left = at * sum;
  return sorted.find((kind) => (left -= KINDS[kind].share) < 0) ?? sorted.at(-1);
}

/** Mulberry32. */
function randomBySeed(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The mutants without an observable effect, from docs/mutants.md: a heading with the file, a diff, a reason. */
export function readEquivalents(markdown) {
  const sections = markdown.matchAll(/^### `([^`]+)`\n[^]*?```diff\n([^]*?)```/gm);
  return new Set([...sections].map(([, file, diff]) => keyOf(file, ...parseDiff(diff))));
}

function parseDiff(diff) {
  const lines = diff.split('\n');
  const marked = (sign) => lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1).trim());
  return [marked('-'), marked('+')];
}

const keyOf = (file, before, after) => JSON.stringify([file, before.filter(Boolean), after.filter(Boolean)]);
export const keyOfMutant = ({ file, diff }) => keyOf(file, diff.before, diff.after);
