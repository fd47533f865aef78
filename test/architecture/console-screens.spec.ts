import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Each screen of the console has a component, a route, words, and a journey. */
const ROOT = path.resolve(__dirname, '../..');
const SCREENS = path.join(ROOT, 'console/src/screens');

/** Screens that are part of the journey of another one. */
const JOURNEYS: Readonly<Record<string, string>> = {
  'not-found': 'sign-in',
  'second-factor': 'sign-in',
  join: 'first-person',
  reset: 'links',
  setup: 'first-person',
  object: 'objects',
  connect: 'connections',
  'oauth-client': 'connections',
  webhook: 'webhooks',
  'reply-policy': 'proposals',
  requests: 'api-keys',
  audit: 'members',
  close: 'members',
  profile: 'notices',
  usage: 'members',
  settings: 'sessions',
  enrol: 'first-person',
  'operator-sources': 'operator',
  'operator-queues': 'operator',
  'operator-accounts': 'operator',
  'operator-account': 'operator',
  'operator-messages': 'operator',
  'operator-system': 'operator',
};

const text = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const camelCase = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const styles = readdirSync(path.join(ROOT, 'console/src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);
/** Properties of left, right, top and bottom, which a text direction does not mirror. Media queries have no other names. */
const PHYSICAL =
  /^\s*((margin|padding|border)-(left|right|top|bottom)|left|right|top|bottom|(min-|max-)?(width|height))\b[^;{]*:/m;
const routes = readdirSync(path.join(ROOT, 'console/src/routes'))
  .map((file) => text(`console/src/routes/${file}`))
  .join('\n');
const screens = readdirSync(SCREENS).filter((name) => !name.startsWith('_'));

test.each(styles)('%s has logical properties only', (file) =>
  expect(PHYSICAL.exec(text(`console/src/${file}`))?.[0]).toBeUndefined(),
);

test.each(['  left: 0;', '  margin-left: 4px;', '  min-width: 2px;'])('the property "%s" is found', (line) =>
  expect(PHYSICAL.test(line)).toBe(true),
);

/** The selectors of rules outside of media queries. */
const selectorsOf = (css: string): readonly string[] =>
  [...css.replaceAll(/\/\*.*?\*\/|@import[^;]*;/gs, '').matchAll(/^([^\s@}][^{}]*)\{/gm)].flatMap(([, list = '']) =>
    list.split(/,(?![^(]*\))/).map((selector) => selector.trim()),
  );

// Styles of a screen stay in the page after it is left, so rules of two files for one selector depend on the order of visits.
test('no two files have rules for the same selector', () => {
  const files = new Map<string, string[]>();
  for (const file of styles)
    for (const selector of new Set(selectorsOf(text(`console/src/${file}`))))
      files.set(selector, [...(files.get(selector) ?? []), file]);
  expect(files.size).toBeGreaterThan(300);
  expect([...files].filter(([, of]) => of.length > 1)).toEqual([]);
});

test('selectors are found', () =>
  expect(selectorsOf('@import "x.css";\n.a,\n.b:is(i, b) {\n}\n@media print {\n  .c {\n  }\n}\n')).toEqual([
    '.a',
    '.b:is(i, b)',
  ]));

test('each action of the audit trail has words', () => {
  const files = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const actions = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
    .flatMap((file) => [...text(`src/${file}`).matchAll(/\baction: '(\w+\.\w+)'/g)].map(([, action]) => action));
  const words = text('console/src/words/en/audit.ts');
  expect(actions.length).toBeGreaterThan(20);
  expect([...new Set(actions)].filter((action) => !words.includes(`'${action}':`))).toEqual([]);
});

test('there are screens', () => expect(screens.length).toBeGreaterThan(3));

describe.each(screens)('the screen %s', (name) => {
  const component = `${camelCase(`-${name}`)}Screen`;

  it('exports its component', () =>
    expect(text(`console/src/screens/${name}/screen.tsx`)).toContain(`export function ${component}(`));

  it('has a route', () => expect(routes).toContain(`../screens/${name}/screen'`));

  it('has words', () =>
    expect(text(`console/src/words/en/${name}.ts`)).toContain(`export const ${camelCase(name)}Words = {`));

  it('has a journey', () =>
    expect(
      ['.spec.ts', '.quick.spec.ts'].some((end) =>
        existsSync(path.join(ROOT, `test/console/${JOURNEYS[name] ?? name}${end}`)),
      ),
    ).toBe(true));
});
