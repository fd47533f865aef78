import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInSources } from '@libs/sources';
import { withPlatformTable } from '@test/support/platform-table';

const ROOT = join(__dirname, '..', '..');

describe('the documentation of platforms', () => {
  it.each(['README.md', 'docs/platforms/README.md'])('%s has the table of the facts (npm run platforms)', (file) => {
    const page = readFileSync(join(ROOT, file), 'utf8');
    const generated = withPlatformTable(page, builtInSources);
    if (process.env['HREV_WRITE_PLATFORMS'] === '1') writeFileSync(join(ROOT, file), generated);
    expect(readFileSync(join(ROOT, file), 'utf8')).toBe(generated);
  });

  describe.each(builtInSources.map(({ facts }) => [facts.slug, facts.displayName]))('the page of %s', (slug, name) => {
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

    it('is linked from the list of platforms', () => {
      expect(readFileSync(join(ROOT, 'docs/platforms/README.md'), 'utf8')).toContain(`](${slug}.md)`);
    });
  });
});
