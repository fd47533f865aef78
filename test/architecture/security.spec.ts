import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** For each boundary, SECURITY.md names the files that enforce its rule and the tests of them; all these files exist. */
const ROOT = path.resolve(__dirname, '../..');
const page = readFileSync(path.join(ROOT, 'SECURITY.md'), 'utf8');
const [, model = ''] = page.split('\n## Threat model\n');
const rows = model
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| boundary') && !line.startsWith('| ---'))
  .map((line) => line.slice(2, -2).split(' | '));
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

  it.each(['SECURITY.md', 'docs/reverse-proxy.md', 'docker/README.md'])('%s names only files that exist', (file) => {
    const folder = path.dirname(path.join(ROOT, file));
    const named = filesIn(readFileSync(path.join(ROOT, file), 'utf8'));
    const missing = named.filter((name) => ![ROOT, folder].some((from) => existsSync(path.resolve(from, name))));
    expect(missing).toEqual([]);
  });
});
