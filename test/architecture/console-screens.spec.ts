import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Each screen of the console has a component, a line in `routes.tsx`, words, and a journey. */
const ROOT = path.resolve(__dirname, '../..');
const SCREENS = path.join(ROOT, 'console/src/screens');

/** Screens that are part of the journey of another one. */
const JOURNEYS: Readonly<Record<string, string>> = {
  'not-found': 'sign-in',
  'second-factor': 'sign-in',
  object: 'objects',
};

const text = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const camelCase = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const screens = readdirSync(SCREENS).filter((name) => !name.startsWith('_'));

test('there are screens', () => expect(screens.length).toBeGreaterThan(3));

describe.each(screens)('the screen %s', (name) => {
  const component = `${camelCase(`-${name}`)}Screen`;

  it('exports its component', () =>
    expect(text(`console/src/screens/${name}/screen.tsx`)).toContain(`export function ${component}(`));

  it('has a route', () => expect(text('console/src/routes.tsx')).toContain(`./screens/${name}/screen'`));

  it('has words', () =>
    expect(text('console/src/words/en.ts')).toMatch(new RegExp(`^ {2}${camelCase(name)}: \\{`, 'm')));

  it('has a journey', () =>
    expect(existsSync(path.join(ROOT, `test/console/${JOURNEYS[name] ?? name}.spec.ts`))).toBe(true));
});
