import packageJson from '../../package.json';
import { buildProgram } from './build-program';
import { asksForOverview, overview } from './program';

/** Contract §12.3: the command line. Its overview loads no commands. */
describe('the overview of the command line', () => {
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
  ])('"%s" needs only the overview: %s', (words, expected) => {
    expect(asksForOverview(words === '' ? [] : words.split(' '))).toBe(expected);
  });

  it('--version is the version of the package', async () => {
    let out = '';
    const program = overview().configureOutput({ writeOut: (text) => (out += text) });
    await expect(program.parseAsync(['node', 'hrev', '--version'])).rejects.toMatchObject({ exitCode: 0 });
    expect(out).toBe(`${packageJson.version}\n`);
  });
});
