import packageJson from '../../package.json';
import { buildProgram } from './build-program';
import { asksForOverview, overview } from './program';

/** Contract §12.3: the command line. Its help is made without what the commands work with. */
describe('the overview of the command line', () => {
  it('is the help of the whole program, word by word', () => {
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
  ])('"%s" asks for no more: %s', (words, expected) => {
    expect(asksForOverview(words === '' ? [] : words.split(' '))).toBe(expected);
  });

  it('--version is that of the package', async () => {
    let out = '';
    const program = overview().configureOutput({ writeOut: (text) => (out += text) });
    await expect(program.parseAsync(['node', 'hrev', '--version'])).rejects.toMatchObject({ exitCode: 0 });
    expect(out).toBe(`${packageJson.version}\n`);
  });
});
