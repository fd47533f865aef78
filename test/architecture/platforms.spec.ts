import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInSources } from '@libs/sources';
import { limitInWords, withLimitTable, withPlatformTable } from '@test/support/platform-table';

const ROOT = join(__dirname, '..', '..');

describe('the documentation of platforms', () => {
  it.each([
    ['docs/platforms/README.md', withPlatformTable],
    ['docs/operations/retention.md', withLimitTable],
  ])('%s has the table of the facts (npm run platforms)', (file, withTable) => {
    const page = readFileSync(join(ROOT, file), 'utf8');
    const generated = withTable(page, builtInSources);
    if (process.env['HREV_WRITE_PLATFORMS'] === '1') writeFileSync(join(ROOT, file), generated);
    expect(readFileSync(join(ROOT, file), 'utf8')).toBe(generated);
  });

  describe.each(builtInSources.map(({ facts }) => [facts.slug, facts.displayName, facts.contentLimit] as const))(
    'the page of %s',
    (slug, name, limit) => {
      const file = join(ROOT, 'docs', 'platforms', `${slug}.md`);
      const page = existsSync(file) ? readFileSync(file, 'utf8') : '';

      it('has the title and the sections of every page', () => {
        const headings = [...page.matchAll(/^#{1,2} (.+)$/gm)].map(([, heading]) => heading);
        const sections = ['Addresses', 'What is read', 'What it needs', 'Limits', 'Terms', 'Evidence'];
        expect(headings.filter((heading) => heading === name || sections.includes(heading ?? ''))).toEqual([
          name,
          ...sections,
        ]);
      });

      it('states in its terms how long content may be kept', () => {
        const [, terms = ''] = page.split(/^## Terms$/m);
        const stated = terms.split(/^## /m)[0]?.replaceAll(/\s+/g, ' ');
        if (limit === null) expect(stated).toContain('No period for which content may be kept is known');
        else {
          expect(stated).toContain(`Kept as received: ${limitInWords(limit.days)} (`);
          expect(stated).toContain(limit.terms);
        }
        expect(stated).toContain('](../operations/retention.md)');
      });

      it('is linked from the list of platforms', () => {
        expect(readFileSync(join(ROOT, 'docs/platforms/README.md'), 'utf8')).toContain(`](${slug}.md)`);
      });
    },
  );
});
