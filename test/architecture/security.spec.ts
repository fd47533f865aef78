import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** SECURITY.md names, for each boundary, the file that enforces its rule and the test that proves it; all of them exist. */
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
const KEEPER = /^(?!.*\.spec\.ts).+/;
const PROOF = /\.(fault-|db-)?spec\.ts$/;

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

  it.each(rows.map(([boundary = '', threat = '', , keeper = '', proof = '']) => ({ boundary, threat, keeper, proof })))(
    '$boundary ($threat): the files that enforce it and the tests that prove it exist',
    ({ keeper, proof }) => {
      const [keepers, proofs] = [filesIn(keeper), filesIn(proof)];
      expect([keepers.length > 0, proofs.length > 0]).toEqual([true, true]);
      expect(keepers.filter((file) => !KEEPER.test(file))).toEqual([]);
      expect(proofs.filter((file) => !PROOF.test(file))).toEqual([]);
    },
  );

  it.each(['SECURITY.md', 'docs/reverse-proxy.md', 'docker/README.md'])('%s names only files that exist', (file) => {
    const folder = path.dirname(path.join(ROOT, file));
    const named = filesIn(readFileSync(path.join(ROOT, file), 'utf8'));
    const missing = named.filter((name) => ![ROOT, folder].some((from) => existsSync(path.resolve(from, name))));
    expect(missing).toEqual([]);
  });
});
