import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';
import { hrev, type CliResult, type Environment } from '@test/support/service-process';

/** `hrev sources probe URL` of the build. It parses pages in threads, like a collection, and needs no database. */
describe('sources probe (contract §12.1)', () => {
  const sandbox = new SandboxServer(sandboxPlatforms);
  const steam = 'https://store.steampowered.com/app/900100/';
  let environment: Environment;

  beforeAll(async () => {
    await sandbox.start();
    sandbox.seedDemo();
    environment = {
      PATH: process.env['PATH'] ?? '',
      HREV_HOME: '/tmp/hrev-cli-spec',
      LOG_LEVEL: 'warn',
      HREV_ALLOW_PRIVATE_TARGETS: 'true',
      HREV_SOURCE_ORIGINS: JSON.stringify(sandbox.origins),
    };
  });
  afterAll(() => sandbox.stop());

  const probe = (...args: readonly string[]): Promise<CliResult> => hrev(environment, 'sources', 'probe', ...args);

  it('removes control characters from the texts of a platform', async () => {
    sandbox.add('steam', '900500', { author: 'gamer', text: 'red \u001b[31m\u202e and\nmore', rating: 1 });
    const result = await probe('https://store.steampowered.com/app/900500/Game/');
    expect([result.code, result.stderr]).toEqual([0, '']);
    expect(result.stdout).toContain('red');
    expect([result.stdout.includes('\u001b'), result.stdout.includes('\u202e')]).toEqual([false, false]);
  });

  it('prints one JSON object with --json', async () => {
    expect((await probe(steam, '--json')).json()).toMatchObject({ source: 'steam', name: 'Lanternfall' });
  });

  it.each<[string, 'blocked' | 'gone', string, RegExp, number]>([
    ['1 if the platform refuses the request', 'blocked', steam, /^blocked: [^\n]+\n$/, 1],
    ['4 if the page does not exist', 'gone', steam, /^page_not_found: [^\n]+\n$/, 4],
    [
      '3 if credentials are missing',
      'gone',
      'https://www.google.com/maps?cid=7405212348822094001',
      /^credentials_missing: [^\n]+\n$/,
      3,
    ],
  ])('prints one line with the reason of a failure, and exits with %s', async (_, behaviour, url, line, code) => {
    sandbox.behave('steam', '900100', behaviour);
    const result = await probe(url);
    expect([result.code, result.stdout, result.stderr]).toEqual([code, '', expect.stringMatching(line)]);
  });

  describe('--record', () => {
    let folder: string;
    beforeEach(() => (folder = join(mkdtempSync(join(tmpdir(), 'hrev-recording-')), 'steam')));
    afterEach(() => rmSync(join(folder, '..'), { recursive: true }));
    const file = (name: string): string => readFileSync(join(folder, name), 'utf8');

    const address = 'https://store.steampowered.com/app/900600/Game/';
    beforeEach(() => {
      sandbox.listing('steam', '900600').reviews.length = 0;
      for (let n = 0; n < 250; n += 1)
        sandbox.add('steam', '900600', { author: 'gamer', text: `Splendid ${n}`, rating: 1 });
      sandbox.behave('steam', '900600', 'normal');
    });

    it('writes the answers of the first pages, an index and the reviews, without personal data', async () => {
      const result = await probe(address, '--record', folder, '--pages', '2', '--json');
      expect([result.code, result.stderr]).toEqual([0, '']);
      expect(result.json()).toMatchObject({ recording: { folder, documents: 3, by_shape: 0, reviews: 200 } });
      expect(readdirSync(folder).sort()).toEqual([
        '01-store.steampowered.com-appreviews-900600.json',
        '02-store.steampowered.com-api-appdetails.json',
        '03-store.steampowered.com-appreviews-900600.json',
        'README.md',
        'reviews.json',
      ]);
      expect(file('README.md')).toMatch(/\| steam\/reviews \| 100 \| redacted \|/);
      expect(JSON.parse(file('reviews.json'))).toHaveLength(200);
      expect(readdirSync(folder).filter((name) => file(name).includes('Splendid'))).toEqual([]);
    });

    it('writes the masked answers of a visit that fails, and no reviews', async () => {
      sandbox.behave('steam', '900600', 'changed');
      const result = await probe(address, '--record', folder);
      expect([result.code, result.stdout]).toEqual([1, '']);
      expect(result.stderr).toMatch(/^recorded 1 documents in [^\n]+\nparse_error: [^\n]+\n$/);
      expect(readdirSync(folder)).toEqual(['01-store.steampowered.com-appreviews-900600.json', 'README.md']);
      expect(file('README.md')).toContain('result: failed, parse_error: ');
    });
  });
});
