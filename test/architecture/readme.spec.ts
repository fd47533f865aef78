import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VARIABLES } from '@libs/config';
import { builtInSources } from '@libs/sources';
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';

/** The pages of docs/ are part of the product: their lists must agree with the service. */
const read = (file: string): string => readFileSync(join(__dirname, '..', '..', file), 'utf8');
const [platforms, configuration, tour] = [
  read('docs/platforms/README.md'),
  read('docs/configuration.md'),
  read('docs/tour.md'),
];

describe('the pages of docs/', () => {
  const rows = [...configuration.matchAll(/^\| `([A-Z][A-Z_]+)` \| (?:`([^`]*)`|–) \| (.+) \|$/gm)];

  it('lists exactly the settings of the service, in the same order', () => {
    expect(rows.map((row) => row[1])).toEqual(Object.keys(VARIABLES));
  });

  it.each(Object.entries(VARIABLES))('%s has the description and the default of the service', (name, schema) => {
    const row = rows.find((candidate) => candidate[1] === name);
    expect(row?.[3]).toBe(schema.description);
    const unset = schema.safeParse(undefined);
    expect(unset.success).toBe(true);
    const written = row?.[2];
    expect(schema.safeParse(written)).toEqual(unset);
  });

  it('.env.example has the same settings', () => {
    const script = join(__dirname, '..', '..', 'scripts/env-example.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  it.each(builtInSources.map((source) => [source.facts.slug, source.facts.displayName]))(
    'names the source %s',
    (slug, name) => {
      // Filtered, so that a failure does not print the whole page.
      expect(platforms.split('\n').filter((line) => line.startsWith(`| ${name} | \`${slug}\` |`))).toHaveLength(1);
    },
  );

  it('the tour changes pages and reviews that exist in the sandbox', () => {
    const sandbox = new SandboxServer(sandboxPlatforms);
    const pages = sandbox.seedDemo();
    const linked = [...tour.matchAll(/\{"url": "(https:[^"]+)"\}/g)].map(([, url = '']) => url);
    expect(linked.filter((url) => !pages.includes(url))).toEqual(['https://unknown.example/reviews']);
    const changed = [...tour.matchAll(/\$SANDBOX\/([^/]+)\/([^/]+)\/(?:reviews(?:\/(\d+))?|behaviour)\s/g)];
    expect(changed).toHaveLength(4);
    for (const [line, slug = '', key = '', id] of changed) {
      const { reviews } = sandbox.listing(slug, key);
      expect([line, reviews.length > 0, id === undefined || reviews.some((review) => review.id === id)]).toEqual([
        line,
        true,
        true,
      ]);
    }
  });
});
