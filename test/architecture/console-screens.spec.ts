import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Each screen of the console has a component, a line in `routes.tsx`, words, and a journey. */
const ROOT = path.resolve(__dirname, '../..');
const SCREENS = path.join(ROOT, 'console/src/screens');

/** Screens that are part of the journey of another one. */
const JOURNEYS: Readonly<Record<string, string>> = {
  'not-found': 'sign-in',
  'second-factor': 'sign-in',
  join: 'first-person',
  reset: 'first-person',
  setup: 'first-person',
  object: 'objects',
};

const text = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const camelCase = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const styles = readdirSync(path.join(ROOT, 'console/src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);
/** Properties of left, right, top and bottom, which a text direction does not mirror. Media queries have no other names. */
const PHYSICAL =
  /^\s*((margin|padding|border)-(left|right|top|bottom)|left|right|top|bottom|(min-|max-)?(width|height))\b[^;{]*:/m;
const screens = readdirSync(SCREENS).filter((name) => !name.startsWith('_'));

test.each(styles)('%s has logical properties only', (file) =>
  expect(PHYSICAL.exec(text(`console/src/${file}`))?.[0]).toBeUndefined(),
);

test.each(['  left: 0;', '  margin-left: 4px;', '  min-width: 2px;'])('the property "%s" is found', (line) =>
  expect(PHYSICAL.test(line)).toBe(true),
);

test('there are screens', () => expect(screens.length).toBeGreaterThan(3));

describe.each(screens)('the screen %s', (name) => {
  const component = `${camelCase(`-${name}`)}Screen`;

  it('exports its component', () =>
    expect(text(`console/src/screens/${name}/screen.tsx`)).toContain(`export function ${component}(`));

  it('has a route', () => expect(text('console/src/routes.tsx')).toContain(`./screens/${name}/screen'`));

  it('has words', () =>
    expect(text('console/src/words/en.ts')).toMatch(new RegExp(`^ {2}${camelCase(name)}: \\{`, 'm')));

  it('has a journey', () =>
    expect(
      ['.spec.ts', '.quick.spec.ts'].some((end) =>
        existsSync(path.join(ROOT, `test/console/${JOURNEYS[name] ?? name}${end}`)),
      ),
    ).toBe(true));
});
