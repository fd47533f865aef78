import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * ADR 0016: a writer of reviews holds the account's change number. A statement that writes the table `review` is in a function with
 * a parameter of type `Change`, which only `ChangeCounterStore` creates, and compares the version of the row it was decided from, or
 * it is in the list below with its reason. A trigger takes the number before it writes.
 */
const ROOT = path.resolve(__dirname, '../..');
const WRITES_REVIEW =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|copy|truncate(?:\s+table)?)\s+(?:only\s+)?review\b(?!_)/i;
const COMPARES_VERSION = /AS_READ|xmin/;

/** Statements that may lack one of the two, by file and function. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/reviews/persistence/purge.ts purgeReviews':
    'no number: it removes reviews of deleted links, and locks the link, as every writer of its reviews does',
  'src/reviews/intake/persistence/review-copy.ts COPY_REVIEWS': 'only the text; `inserting` uses it and has the number',
  'src/reviews/curation/persistence/curation.store.ts write':
    'no version: only marks, and every writer of marks locks their object from reading to writing',
  'src/reviews/intake/persistence/own-reply.store.ts write': 'no version: `find` has the number and reads after it',
  'src/reviews/intake/persistence/own-reply.store.ts await': 'no version: sets a time that depends on nothing read',
  'src/reviews/intake/persistence/review-intake.store.ts noteMissed':
    'no version: `missing` has the number and reads after it',
  'src/reviews/intake/persistence/review-intake.store.ts markDeleted':
    'no version: `missing` has the number and reads after it',
};

interface Writer {
  /** File and function. */
  readonly place: string;
  readonly holdsNumber: boolean;
  readonly comparesVersion: boolean;
}

/** The writers of `review` in a file of TypeScript. */
function writersIn(file: string, text: string): Writer[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Writer[] = [];
  const visit = (node: ts.Node): void => {
    if (isText(node) && WRITES_REVIEW.test(node.getText(source))) {
      const { name, holdsNumber } = functionAround(node, source);
      found.push({
        place: `${file} ${name}`,
        holdsNumber,
        comparesVersion: COMPARES_VERSION.test(node.getText(source)),
      });
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
}

/** The nearest method or function with a name, or the constant that contains the text; and whether it has a `Change`. */
function functionAround(node: ts.Node, source: ts.SourceFile): { name: string; holdsNumber: boolean } {
  let holdsNumber = false;
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent) {
    if (ts.isFunctionLike(at)) holdsNumber ||= at.parameters.some((one) => one.type?.getText(source) === 'Change');
    const name =
      (ts.isMethodDeclaration(at) || ts.isFunctionDeclaration(at) || ts.isVariableDeclaration(at)) && at.name;
    if (name && !(ts.isVariableDeclaration(at) && isInFunction(at))) return { name: name.getText(source), holdsNumber };
  }
  return { name: 'the file itself', holdsNumber };
}

function isInFunction(node: ts.Node): boolean {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent) if (ts.isFunctionLike(at)) return true;
  return false;
}

function faultsOf(writers: readonly Writer[], exceptions: readonly string[]): string[] {
  return writers
    .filter(({ place }) => !exceptions.includes(place))
    .flatMap(({ place, holdsNumber, comparesVersion }) => [
      ...(holdsNumber ? [] : [`${place} writes reviews and is given no Change`]),
      ...(comparesVersion ? [] : [`${place} writes reviews without comparing their version`]),
    ]);
}

function filesUnder(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/spec\.ts$/.test(file))
    .map((file) => path.join(folder, file));
}

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const writers = [...filesUnder('src'), ...filesUnder('libs').filter((file) => !file.includes('migrations'))].flatMap(
  (file) => writersIn(file, read(file)),
);

test('every statement that writes reviews has the change number and compares the version of the row', () => {
  expect(faultsOf(writers, Object.keys(EXCEPTIONS))).toEqual([]);
});

test('every exception exists and is needed', () => {
  const lacking = writers.filter(({ holdsNumber, comparesVersion }) => !holdsNumber || !comparesVersion);
  expect(lacking.map(({ place }) => place).sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

test('only exceptions from the number lack it', () => {
  const without = writers.filter(({ holdsNumber }) => !holdsNumber).map(({ place }) => place);
  expect(without.every((place) => /^(no number|only the text)/.test(EXCEPTIONS[place] ?? ''))).toBe(true);
});

test('only ChangeCounterStore makes a change number', () => {
  const makers = filesUnder('src').filter((file) => /\bas (?:unknown as )?Change\b/.test(read(file)));
  expect(makers).toEqual(['src/reviews/persistence/change-counter.store.ts']);
});

test('the queries that decide on deletions and replies have the number, so that they read after it', () => {
  const [intake, own] = ['review-intake.store.ts', 'own-reply.store.ts'].map((file) =>
    read(`src/reviews/intake/persistence/${file}`),
  );
  expect(intake).toMatch(/async missing\([^)]*change: Change\)/);
  expect(own).toMatch(/async find\([^)]*: Change\)/);
});

test('a trigger that writes reviews takes the number first', () => {
  const bodies = filesUnder('libs/database/migrations').flatMap((file) =>
    [...read(file).matchAll(/create (?:or replace )?function (\w+)\(\)[^$]*\$\$([^]*?)\$\$/g)].map(
      ([, name, body]) => ({ name, body }),
    ),
  );
  const writing = bodies.filter(({ body }) => WRITES_REVIEW.test(body ?? ''));
  expect(writing.map(({ name }) => name)).toEqual(['renumber_pins']);
  for (const { body = '' } of writing)
    expect(body.indexOf('insert into account_change')).toBeLessThan(body.search(WRITES_REVIEW));
});

describe('violations are found', () => {
  const planted = (body: string): string[] =>
    faultsOf(writersIn('src/planted.ts', `class Planted { ${body} }`), Object.keys(EXCEPTIONS));

  test.each([
    [
      'a write without the number',
      'async hide(id: number) { await this.database.query(`update review r set text = null where r.xmin = $1`); }',
      'given no Change',
    ],
    [
      'a write without the version',
      "async hide(change: Change) { await this.database.query('update review set text = null'); }",
      'without comparing their version',
    ],
    [
      'a deletion',
      "async drop() { await this.database.execute('delete from review where id = 1'); }",
      'given no Change',
    ],
    ['a COPY', "async load() { await this.database.copyIn('copy review (id) from stdin', []); }", 'given no Change'],
    [
      'one in an arrow',
      'async all() { return rows.map((row) => this.database.query(`with x as (select 1) update review set text = ${row}`)); }',
      'given no Change',
    ],
  ])('on %s', (_, body, fault) => expect(planted(body).join()).toContain(fault));

  test('other tables and readers are ignored', () => {
    expect(
      planted(
        "async a() { q('select * from review for update'); q('update review_raw set raw = null'); q('copy review_raw from stdin'); }",
      ),
    ).toEqual([]);
  });
});
