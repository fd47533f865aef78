import packageJson from '../../package.json';
import { buildProgram } from './build-program';
import { needsOnlyOverview, overview } from './program';

describe('the overview of the command line (contract §12.3)', () => {
  it('equals the help of the whole program', () => {
    expect(overview().helpInformation()).toBe(buildProgram().helpInformation());
  });

  it.each<[string, boolean]>([
    ['', true],
    ['--help', true],
    ['-h', true],
    ['help', true],
    ['--version', true],
    ['-V', true],
    ['help account', false],
    ['account --help', false],
    ['account list', false],
    ['--nonsense', false],
  ])('is sufficient for the arguments "%s": %s', (words, expected) => {
    expect(needsOnlyOverview(words === '' ? [] : words.split(' '))).toBe(expected);
  });

  it('prints wrong arguments without control characters', async () => {
    const written: string[] = [];
    const spy = jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    await expect(buildProgram().parseAsync(['node', 'hrev', 'account', '\u001b[2Jx\u202e'])).rejects.toThrow();
    spy.mockRestore();
    expect(written.join('')).toContain('[2Jx');
    expect(written.join('').replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  });

  it('prints the version of the package for --version', async () => {
    let out = '';
    const program = overview().configureOutput({ writeOut: (text) => (out += text) });
    await expect(program.parseAsync(['node', 'hrev', '--version'])).rejects.toMatchObject({ exitCode: 0 });
    expect(out).toBe(`${packageJson.version}\n`);
  });
});
