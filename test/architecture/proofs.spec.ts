import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { proofNeeded, type Access } from '@libs/http';

/**
 * Contract §4.16: an operator needs a fresh proof for every write under `/v3/admin`. A route that opts out gives its reason where it is
 * declared, and is listed here.
 */
const ROOT = path.resolve(__dirname, '../..');
/** The file that declares the option. */
const DECLARATION = 'libs/http/endpoint.ts';

const OPT_OUTS = {
  'src/support/http/support.controller.ts':
    "withoutProof: 'Sorts the list of operators. No account and no access changes, and the opposite mark restores it.'",
};

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'libs'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.ts$/.test(file) && !/spec\.ts$/.test(file) && file !== DECLARATION);

/** Each use of the option with the rest of its line. */
const optOutsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\bwithoutProof\b[^\n]*/g)].map(([use]) => use.replace(/,$/, ''));

describe('writes of operators without a proof', () => {
  it('are those that this list names, with their reasons', () => {
    const found = files.flatMap((file) =>
      optOutsIn(readFileSync(path.join(ROOT, file), 'utf8')).map((use) => [file, use]),
    );
    expect(found).toEqual(Object.entries(OPT_OUTS));
  });

  it.each([
    ["    withoutProof: 'Harmless.',", ["withoutProof: 'Harmless.'"]],
    ['    withoutProof,', ['withoutProof']],
    ["    ['withoutProof']: reason,", ["withoutProof']: reason"]],
    ['    needsProof: true,', []],
  ])('are found in %s', (text, found) => {
    expect(optOutsIn(text)).toEqual(found);
  });
});

describe('whether a session needs a proof', () => {
  it.each<[access: Access, method: string, needsProof: boolean]>([
    ['master', 'POST', true],
    ['master', 'PUT', true],
    ['master', 'PATCH', true],
    ['master', 'DELETE', true],
    ['master', 'GET', false],
    ['master', 'HEAD', false],
    ['master', 'OPTIONS', false],
    ['write', 'POST', false],
    ['session', 'PATCH', false],
    ['read', 'GET', false],
  ])('%s %s: %s', (access, method, needed) => {
    expect(proofNeeded({ access }, method)).toBe(needed);
    expect(proofNeeded({ access, needsProof: true }, method)).toBe(true);
    expect(proofNeeded({ access, withoutProof: 'Harmless.' }, method)).toBe(false);
  });
});
