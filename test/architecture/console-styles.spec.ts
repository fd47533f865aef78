import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The console is one style sheet, so a class means the same in every file. A name that two files define for two things draws the one
 * over the other: bars of the class `empty` once got the padding of the text of an empty table.
 */
const STYLES = path.resolve(__dirname, '../../console/src');
const TABLE = 'parts/table.css';
const BASE = 'theme/base.css';
const FRAME = 'frame/frame.css';

/** Classes that several files know, and the file that defines each. Other files adapt one inside of a class of their own. */
const SHARED: Readonly<Record<string, string>> = {
  banner: BASE,
  brand: FRAME,
  card: BASE,
  'cell-actions': TABLE,
  'cell-last': TABLE,
  'cell-made': TABLE,
  'cell-state': TABLE,
  'cell-took': TABLE,
  choice: 'parts/filters.css',
  clip: BASE,
  code: 'parts/code-block.css',
  'dialog-form': BASE,
  figures: 'parts/figures.css',
  'form-label': 'parts/forms.css',
  gap: TABLE,
  head: FRAME,
  'hour-strip': 'parts/hour-strip.css',
  icon: BASE,
  link: BASE,
  meter: 'parts/meter.css',
  mono: BASE,
  muted: BASE,
  num: BASE,
  'object-name': 'screens/objects/objects.css',
  pill: 'parts/status.css',
  platforms: 'screens/objects/objects.css',
  rail: FRAME,
  'run-strip': 'parts/run-strip.css',
  'search-field': 'parts/filters.css',
  small: BASE,
  sub: BASE,
  'table-card': TABLE,
  tag: BASE,
  'with-panel': 'parts/side-panel.css',
};

/** Words that say something about the class beside them. They have no rule of their own. */
const STATES = new Set(['bad', 'info', 'is-open', 'mute', 'ok', 'warn']);

const CLASS = /\.([A-Za-z][\w-]*)/g;
const classesOf = (selector: string): readonly string[] =>
  [...selector.matchAll(CLASS)].map(([, name = '']) => name).filter((name) => !name.startsWith('mantine-'));

/** Every selector of a file, those inside of media queries too. */
const selectorsOf = (css: string): readonly string[] =>
  [...css.replaceAll(/\/\*.*?\*\/|@import[^;]*;/gs, '').matchAll(/(?<=^|[{};])\s*([^{};@]+)\{/g)].flatMap(
    ([, list = '']) => list.split(/,(?![^(]*\))/).map((selector) => selector.trim().replaceAll(/\s+/g, ' ')),
  );

const isOwn = (name: string): boolean => SHARED[name] === undefined && !STATES.has(name);

interface Style {
  readonly file: string;
  readonly css: string;
}

/** What is wrong with the classes of these files, a line each. */
function faultsOf(styles: readonly Style[]): readonly string[] {
  const files = new Map<string, Set<string>>();
  const faults: string[] = [];
  for (const { file, css } of styles)
    for (const selector of selectorsOf(css)) {
      const classes = classesOf(selector);
      for (const name of classes) files.set(name, (files.get(name) ?? new Set()).add(file));
      if (isForeign(file, classes)) faults.push(`${file}: "${selector}" changes a class of another file everywhere`);
      if (hasBareState(selector))
        faults.push(`${file}: "${selector}" has a state without the class that it belongs to`);
    }
  for (const [name, of] of files)
    if (of.size > 1 && isOwn(name)) faults.push(`.${name} is defined by ${[...of].sort().join(' and ')}`);
  return faults;
}

const isForeign = (file: string, classes: readonly string[]): boolean =>
  classes.length > 0 &&
  !classes.some(isOwn) &&
  !classes.some((name) => SHARED[name] === file) &&
  classes.some((name) => SHARED[name] !== undefined);

/** `.bad` alone, as a whole part of the selector between blanks, `>`, `+` and `~`. */
const hasBareState = (selector: string): boolean =>
  selector.split(/[\s>+~(),]+/).some((part) => {
    const [first, second] = classesOf(part);
    return first !== undefined && second === undefined && STATES.has(first) && /^\./.test(part);
  });

const styles = readdirSync(STYLES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file: file.replaceAll(path.sep, '/'), css: readFileSync(path.join(STYLES, file), 'utf8') }));

test('no two style sheets of the console define one class', () => {
  expect(styles.length).toBeGreaterThan(50);
  expect(faultsOf(styles)).toEqual([]);
});

test('the lists name only classes that several files know', () => {
  const known = styles.map(({ css }) => new Set(selectorsOf(css).flatMap(classesOf)));
  const once = [...Object.keys(SHARED), ...STATES].filter((name) => known.filter((of) => of.has(name)).length < 2);
  expect(once).toEqual([]);
});

const STATES_CSS = { file: 'parts/states.css', css: '.empty { padding: 28px; }' };

test.each<[string, Style[], string]>([
  [
    'a word of one part beside a class of another one',
    [STATES_CSS, { file: 'parts/hour-strip.css', css: '.hour-strip > i.empty::after { block-size: 0; }' }],
    '.empty is defined by parts/hour-strip.css and parts/states.css',
  ],
  [
    'a class of one file in a media query of another one',
    [STATES_CSS, { file: 'a.css', css: '@media print {\n  .a { gap: 0; }\n  .b .empty,\n  .c { gap: 0; }\n}' }],
    '.empty is defined by a.css and parts/states.css',
  ],
  [
    'a shared class that a screen changes everywhere',
    [{ file: 'screens/reviews/reviews.css', css: '.icon.bad { color: red; }' }],
    'screens/reviews/reviews.css: ".icon.bad" changes a class of another file everywhere',
  ],
  [
    'a state without its class',
    [{ file: 'a.css', css: '.a .bad { color: red; }' }],
    'a.css: ".a .bad" has a state without the class that it belongs to',
  ],
])('%s is found', (_, files, fault) => expect(faultsOf(files)).toEqual([fault]));

test.each(['.needs li .icon.bad', '.overview .banner > div', '.steps li.bad::before', '.with-notes.is-open .card'])(
  'a class of its own lets a screen write "%s"',
  (selector) => expect(faultsOf([{ file: 'screens/a/a.css', css: `${selector} { gap: 0; }` }])).toEqual([]),
);
