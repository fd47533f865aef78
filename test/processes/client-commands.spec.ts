import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { buildProgram } from '@src/cli/build-program';

const BUILT = path.join(__dirname, '../../dist/src/cli');
const HEAVY = ['@nestjs', 'typeorm', 'pg', 'bullmq', 'playwright', 'playwright-core', 'cheerio'];
const node = (...words: readonly string[]): string =>
  execFileSync(process.execPath, words, { cwd: BUILT, encoding: 'utf8' });

/** The packages that are loaded for the command `name`; null if it is none of these commands. */
function packagesOf(name: string): readonly string[] | null {
  const program = `require('./client-program.js').clientProgram(process.argv[1]).then((program) => {
    const names = Object.keys(require.cache).map((file) => /.*node_modules\\/([^/]+)/.exec(file)?.[1] ?? 'own');
    console.log(JSON.stringify(program && [...new Set(names)]));
  })`;
  return JSON.parse(node('-e', program, name)) as readonly string[] | null;
}

describe('the commands that only speak to a service by its API (contract §12.3)', () => {
  it.each(['listen', 'trigger', 'mcp'])('%s is the command of the whole program', (name) => {
    const whole = buildProgram().commands.find((one) => one.name() === name);
    expect(node('main.js', name, '--help')).toBe(whole?.helpInformation());
  });

  it.each(['listen', 'trigger', 'mcp'])('%s does not load the service', (name) => {
    const packages = packagesOf(name);
    expect(packages).toEqual(expect.arrayContaining(['own', 'commander']));
    expect(packages?.filter((one) => HEAVY.includes(one))).toEqual([]);
  });

  it.each(['key', 'toString', ''])('"%s" is none of them', (name) => expect(packagesOf(name)).toBeNull());
});
