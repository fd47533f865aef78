import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@libs/config';
import { declaredSources } from './declared-sources';

describe('contract §12.2: HREV_EXTRA_SOURCES', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hrev-extra-sources-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const aFile = async (content: string): Promise<string> => {
    const file = join(folder, 'extra.yaml');
    await writeFile(file, content);
    return file;
  };

  it('declares no source if it is not set', async () => {
    expect(await declaredSources(null)).toEqual([]);
  });

  it('declares sources without an id from a list', async () => {
    const file = await aFile(
      '- { slug: harbour-inns, display_name: Harbour Inns, hosts: [harbour-inns.example], rating_scale: 10 }',
    );
    expect((await declaredSources(file)).map(({ facts }) => [facts.id, facts.slug])).toEqual([[null, 'harbour-inns']]);
  });

  it.each([
    ['a field is missing', '- slug: x'],
    ['it is not YAML', '- {'],
    [
      "a host is one of the product's own",
      '- { slug: x, display_name: X, hosts: [www.trustpilot.com], rating_scale: 5 }',
    ],
    ["a slug is one of the product's own", '- { slug: steam, display_name: X, hosts: [x.example], rating_scale: 5 }'],
  ])('throws a ConfigError that names the variable in every line if %s', async (_, content) => {
    const error = await declaredSources(await aFile(content)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConfigError);
    for (const problem of (error as ConfigError).problems) expect(problem).toMatch(/^HREV_EXTRA_SOURCES: /);
  });

  it('throws a ConfigError that names the variable and the file if the file does not exist', async () => {
    await expect(declaredSources(join(folder, 'missing.yaml'))).rejects.toThrow(/^HREV_EXTRA_SOURCES: .*missing/);
  });
});
