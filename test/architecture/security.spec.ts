import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** SECURITY.md names the files that enforce the rule of each boundary, and the test of each line of ASVS; all of them exist. */
const ROOT = path.resolve(__dirname, '../..');
const page = readFileSync(path.join(ROOT, 'SECURITY.md'), 'utf8');
/** The rows of the table in a section. */
function rowsOf(section: string): string[][] {
  const text = page.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = text.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) => line.slice(2, -2).split(' | '));
}
const rows = rowsOf('Threat model');
const asked = rowsOf('Console: ASVS 5.0.0, level 2').map(([asvs = '', , provedBy = '']) => ({ asvs, provedBy }));
/** File names in code spans, or targets of links into the repository. */
const filesIn = (text: string): readonly string[] => [
  ...[...text.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|mjs|cjs|json|ya?ml|md))`/g)].map(([, file = '']) => file),
  ...[...text.matchAll(/\]\((?!https:)([^)#]+)\)/g)].map(([, file = '']) => file),
];
const NOT_SPEC = /^(?!.*\.spec\.ts).+/;
const SPEC = /\.(fault-|db-)?spec\.ts$/;

describe('SECURITY.md', () => {
  it('has a threat model of five columns', () => {
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.filter((row) => row.length !== 5)).toEqual([]);
  });

  it.each([
    'internet → API',
    'key → its account',
    'account → other accounts',
    'platform',
    'links and webhook targets',
    'pages in Chromium',
    'database',
    'receivers',
    'logs',
    'registry',
    'container',
  ])('lists the boundary "%s"', (boundary) =>
    expect(rows.filter(([name]) => name?.includes(boundary))).not.toEqual([]),
  );

  it.each(
    rows.map(([boundary = '', threat = '', , enforcedBy = '', testedBy = '']) => ({
      boundary,
      threat,
      enforcedBy,
      testedBy,
    })),
  )('$boundary ($threat): the enforcing files and their tests exist', ({ enforcedBy, testedBy }) => {
    const [enforcers, tests] = [filesIn(enforcedBy), filesIn(testedBy)];
    expect([enforcers.length > 0, tests.length > 0]).toEqual([true, true]);
    expect(enforcers.filter((file) => !NOT_SPEC.test(file))).toEqual([]);
    expect(tests.filter((file) => !SPEC.test(file))).toEqual([]);
  });

  it('has the lines of ASVS', () => expect(asked.length).toBeGreaterThan(25));

  it.each(asked)('ASVS $asvs: the named test exists, or the line is a gap', ({ provedBy }) => {
    const [, file = '', title = ''] = /^`([^`]+)`: "(.+)"$/.exec(provedBy) ?? [];
    if (file === '') expect(provedBy).toMatch(/^gap(: .+)?$/);
    else expect(readFileSync(path.join(ROOT, file), 'utf8')).toContain(title);
  });

  it.each(['SECURITY.md', 'docs/reverse-proxy.md', 'docker/README.md'])('%s names only files that exist', (file) => {
    const folder = path.dirname(path.join(ROOT, file));
    const named = filesIn(readFileSync(path.join(ROOT, file), 'utf8'));
    const missing = named.filter((name) => ![ROOT, folder].some((from) => existsSync(path.resolve(from, name))));
    expect(missing).toEqual([]);
  });
});
