import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * ADR 16: a writer of reviews locks the account's change number. A statement that writes the table `review` is in a function with
 * a parameter of type `Change`, which only `ChangeCounterStore` creates, and it compares the version of the row with the version that
 * was read. `EXCEPTIONS` lists the others with their reasons. A trigger locks the number before it writes.
 */
const ROOT = path.resolve(__dirname, '../..');
const WRITES_REVIEW =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|copy|truncate(?:\s+table)?)\s+(?:only\s+)?review\b(?!_)/i;
const COMPARES_VERSION = /AS_READ|xmin/;

/** Statements that may lack the change number or the version, by file and function. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/reviews/persistence/purge.ts purgeReviews':
    'no number: it removes reviews of deleted links, and locks the link like every writer of its reviews',
  'src/reviews/intake/persistence/review-intake.store.ts inserting':
    'no version: a new row has none, and the unique index refuses a review that another transaction inserted',
  'src/reviews/curation/persistence/curation.store.ts write':
    'no version: writes only marks, and every writer of marks locks their object before it reads them',
  'src/reviews/intake/persistence/own-reply.store.ts write': 'no version: `find` has the number and reads after it',
  'src/reviews/intake/persistence/own-reply.store.ts setOwnReplyTime':
    'no version: the time that it sets does not depend on the stored row',
  'src/reviews/intake/persistence/imported-review.store.ts insert':
    'no version: a new row has none, and nothing of the link was written since the decision',
  'src/reviews/intake/persistence/imported-review.store.ts remove':
    'no version: `ofImport` has the number and reads after it',
  'src/reviews/intake/persistence/unseen-review.store.ts noteMissed':
    'no version: `missing` has the number and reads after it',
  'src/reviews/intake/persistence/unseen-review.store.ts markDeleted':
    'no version: `missing` has the number and reads after it',
};

interface Writer {
  /** File and function. */
  readonly place: string;
  readonly hasChange: boolean;
  readonly comparesVersion: boolean;
}

/** Returns the statements of a TypeScript file that write `review`. */
function writersIn(file: string, text: string): Writer[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Writer[] = [];
  const visit = (node: ts.Node): void => {
    if (isText(node) && WRITES_REVIEW.test(node.getText(source))) {
      const { name, hasChange } = functionAround(node, source);
      found.push({
        place: `${file} ${name}`,
        hasChange,
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

/** Returns the nearest named method, function or constant around the text, and whether it has a parameter of type `Change`. */
function functionAround(node: ts.Node, source: ts.SourceFile): { name: string; hasChange: boolean } {
  let hasChange = false;
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent) {
    if (ts.isFunctionLike(at)) hasChange ||= at.parameters.some((one) => one.type?.getText(source) === 'Change');
    const name =
      (ts.isMethodDeclaration(at) || ts.isFunctionDeclaration(at) || ts.isVariableDeclaration(at)) && at.name;
    if (name && !(ts.isVariableDeclaration(at) && isInFunction(at))) return { name: name.getText(source), hasChange };
  }
  return { name: 'the file itself', hasChange };
}

function isInFunction(node: ts.Node): boolean {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent) if (ts.isFunctionLike(at)) return true;
  return false;
}

function faultsOf(writers: readonly Writer[], exceptions: readonly string[]): string[] {
  return writers
    .filter(({ place }) => !exceptions.includes(place))
    .flatMap(({ place, hasChange, comparesVersion }) => [
      ...(hasChange ? [] : [`${place} writes reviews without a parameter of type Change`]),
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

test('every statement that writes reviews has a Change and compares the version of the row', () => {
  expect(faultsOf(writers, Object.keys(EXCEPTIONS))).toEqual([]);
});

test('the exceptions are exactly the statements that lack one of the two', () => {
  const incompleteWriters = writers.filter(({ hasChange, comparesVersion }) => !hasChange || !comparesVersion);
  expect(incompleteWriters.map(({ place }) => place).sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

test('every statement without a Change has an exception from it', () => {
  const placesWithoutChange = writers.filter(({ hasChange }) => !hasChange).map(({ place }) => place);
  expect(placesWithoutChange.every((place) => /^no number/.test(EXCEPTIONS[place] ?? ''))).toBe(true);
});

test('only ChangeCounterStore creates a Change', () => {
  const makers = filesUnder('src').filter((file) => /\bas (?:unknown as )?Change\b/.test(read(file)));
  expect(makers).toEqual(['src/reviews/persistence/change-counter.store.ts']);
});

test('the queries that decide on deletions and replies have a Change, so that they read after the lock', () => {
  const [unseen, own] = ['unseen-review.store.ts', 'own-reply.store.ts'].map((file) =>
    read(`src/reviews/intake/persistence/${file}`),
  );
  expect(unseen).toMatch(/async missing\([^)]*change: Change\)/);
  expect(own).toMatch(/async find\([^)]*: Change\)/);
});

test('a trigger that writes reviews locks the change number first', () => {
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

describe('violations are reported', () => {
  const faultsOfMethod = (body: string): string[] =>
    faultsOf(writersIn('src/planted.ts', `class Planted { ${body} }`), Object.keys(EXCEPTIONS));

  test.each([
    [
      'a write without a Change',
      'async hide(id: number) { await this.database.query(`update review r set text = null where r.xmin = $1`); }',
      'without a parameter of type Change',
    ],
    [
      'a write without the version',
      "async hide(change: Change) { await this.database.query('update review set text = null'); }",
      'without comparing their version',
    ],
    [
      'a deletion',
      "async drop() { await this.database.execute('delete from review where id = 1'); }",
      'without a parameter of type Change',
    ],
    [
      'a COPY',
      "async load() { await this.client.query('copy review (id) from stdin'); }",
      'without a parameter of type Change',
    ],
    [
      'a write in an arrow function',
      'async all() { return rows.map((row) => this.database.query(`with x as (select 1) update review set text = ${row}`)); }',
      'without a parameter of type Change',
    ],
  ])('for %s', (_, body, fault) => expect(faultsOfMethod(body).join()).toContain(fault));

  test('not for other tables and for statements that only read', () => {
    expect(
      faultsOfMethod(
        "async a() { q('select * from review for update'); q('update review_raw set raw = null'); q('copy review_raw from stdin'); }",
      ),
    ).toEqual([]);
  });
});
