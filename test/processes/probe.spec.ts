import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';
import { hrev, type CliResult, type Environment } from '@test/support/service-process';

/** `hrev sources probe URL`, from the build: a page is parsed in threads, as in collections. It needs no database. */
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

  const probe = (...words: readonly string[]): Promise<CliResult> => hrev(environment, 'sources', 'probe', ...words);

  it('prints texts of a platform without control characters', async () => {
    sandbox.add('steam', '900500', { author: 'gamer', text: 'red \u001b[31m\u202e and\nmore', rating: 1 });
    const ran = await probe('https://store.steampowered.com/app/900500/Game/');
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout).toContain('red');
    expect([ran.stdout.includes('\u001b'), ran.stdout.includes('\u202e')]).toEqual([false, false]);
  });

  it('prints one JSON object with --json', async () => {
    expect((await probe(steam, '--json')).json()).toMatchObject({ source: 'steam', name: 'Lanternfall' });
  });

  it.each<[string, 'blocked' | 'gone', string, RegExp, number]>([
    ['refused: 1', 'blocked', steam, /^blocked: [^\n]+\n$/, 1],
    ['gone: 4', 'gone', steam, /^page_not_found: [^\n]+\n$/, 4],
    [
      'a dependency is missing: 3',
      'gone',
      'https://www.google.com/maps?cid=7405212348822094001',
      /^credentials_missing: [^\n]+\n$/,
      3,
    ],
  ])('reports in one line why a page cannot be read; %s', async (_, behaviour, url, line, code) => {
    sandbox.behave('steam', '900100', behaviour);
    const ran = await probe(url);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([code, '', expect.stringMatching(line)]);
  });
});
