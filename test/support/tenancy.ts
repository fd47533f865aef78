// cspell:ignore aliasname boolop ctename larg lexpr quals rarg rexpr sval testexpr
/**
 * Whether a statement keeps to one account. The statement is parsed as PostgreSQL parses it; every table that has an `account_id`
 * must be held to an account by an equality that nothing can get around: to a parameter, to a row that is held already, or to what
 * stands outside of the query. A condition under `or`, or any comparison but `=`, holds nothing.
 */
import { loadModule, parseSync } from 'libpg-query';

/** To be awaited once before `unscopedTables`. */
export const loadParser = loadModule;

type Tree = Readonly<Record<string, unknown>>;

/** A table of a FROM, an UPDATE or a DELETE, by the name that conditions use for it. */
interface Relation {
  readonly table: string;
  readonly alias: string;
}

/** One query, without the queries in it. */
interface Level {
  readonly relations: Relation[];
  readonly conditions: Tree[];
  /** Some join is by the account's column, named once. */
  joinsByAccount: boolean;
}

/**
 * Tables of `tenantTables` that the statement reads or changes without an account, in the order of the text; several times where
 * several places do so. Empty for what is no query.
 */
export function unscopedTables(sql: string, tenantTables: ReadonlySet<string>): readonly string[] {
  const parsed = parseSync(sql) as { stmts?: readonly { stmt: Tree }[] };
  const statements = (parsed.stmts ?? []).map(({ stmt }) => stmt);
  const named = new Set(statements.flatMap((statement) => [...commonNames(statement)]));
  const tables = new Set([...tenantTables].filter((table) => !named.has(table)));
  return statements.flatMap((statement) => [...levelsOf(statement)].flatMap((level) => loose(level, tables)));
}

/** Names of `with`. */
function* commonNames(node: unknown): Generator<string> {
  for (const [key, value] of entriesOf(node)) {
    if (key === 'CommonTableExpr') yield String((value as Tree)['ctename']);
    yield* commonNames(value);
  }
}

/** Every query of a statement, the outermost first. */
function* levelsOf(node: unknown): Generator<Level> {
  for (const [key, value] of entriesOf(node)) {
    const query = value as Tree;
    if (key === 'SelectStmt') yield levelOf([query['fromClause']], query['whereClause']);
    if (key === 'UpdateStmt') yield levelOf([relationOf(query), query['fromClause']], query['whereClause']);
    if (key === 'DeleteStmt') yield levelOf([relationOf(query), query['usingClause']], query['whereClause']);
    // The halves of a union are queries without a key of their own.
    if (key === 'larg' || key === 'rarg')
      if (isQuery(query)) yield levelOf([query['fromClause']], query['whereClause']);
    yield* levelsOf(value);
  }
}

const relationOf = (query: Tree): Tree => ({ RangeVar: query['relation'] });
const isQuery = (node: Tree): boolean => 'targetList' in node || 'fromClause' in node;

function levelOf(from: readonly unknown[], where: unknown): Level {
  const level: Level = { relations: [], conditions: [], joinsByAccount: false };
  for (const item of from) addFrom(level, item);
  addConditions(level, where);
  return level;
}

function addFrom(level: Level, item: unknown): void {
  if (Array.isArray(item)) return item.forEach((part) => addFrom(level, part));
  for (const [key, value] of entriesOf(item)) {
    const part = value as Tree;
    const alias = (part['alias'] as { aliasname?: string } | undefined)?.aliasname;
    if (key === 'RangeVar') {
      const table = String(part['relname']);
      level.relations.push({ table, alias: alias ?? table });
    } else if (key === 'JoinExpr') {
      addFrom(level, part['larg']);
      addFrom(level, part['rarg']);
      addConditions(level, part['quals']);
      const using = [...stringsOf(part['usingClause'])];
      if (using.includes('account_id')) level.joinsByAccount = true;
    }
  }
}

/** What must hold: the parts of an `and`, however nested. */
function addConditions(level: Level, condition: unknown): void {
  if (condition === undefined) return;
  const both = (condition as Tree)['BoolExpr'] as Tree | undefined;
  if (both?.['boolop'] === 'AND_EXPR') (both['args'] as Tree[]).forEach((part) => addConditions(level, part));
  else level.conditions.push(condition as Tree);
}

/** Tables of the level that no account holds. */
function loose(level: Level, tenantTables: ReadonlySet<string>): readonly string[] {
  const relations = level.relations.filter(({ table }) => tenantTables.has(table));
  const names = new Set(relations.map(({ alias }) => alias));
  const only = relations.length === 1 ? relations[0]?.alias : undefined;
  const equalities = level.conditions.flatMap((condition) => equalitiesOf(condition, only));
  const held = new Set<string>();
  for (let before = -1; before !== held.size;) {
    before = held.size;
    for (const { alias, isAccount, other } of equalities) {
      // What stands outside of the level is held there.
      const isHeld =
        other === null ? isAccount : names.has(other.alias) ? held.has(other.alias) : isAccount || other.isId;
      if (isHeld && names.has(alias)) held.add(alias);
    }
    if (level.joinsByAccount && held.size > 0) for (const name of names) held.add(name);
  }
  const compared = new Set(level.conditions.flatMap((condition) => otherwiseCompared(condition, only)));
  return relations.filter(({ alias }) => !held.has(alias) || compared.has(alias)).map(({ table }) => table);
}

/** `alias.column = other`, where the column is the account or an id. */
interface Equality {
  readonly alias: string;
  readonly isAccount: boolean;
  /** Null for a value. */
  readonly other: { readonly alias: string; readonly isId: boolean } | null;
}

/** What a condition says of accounts and ids, each way round. `only` is the alias of columns that name none. */
function equalitiesOf(condition: Tree, only: string | undefined): readonly Equality[] {
  const listed = condition['SubLink'] as Tree | undefined;
  // `id in (select …)`: the query is judged as a level of its own.
  if (listed?.['subLinkType'] === 'ANY_SUBLINK')
    return partsOf(listed['testexpr']).flatMap((one) => listedIn(one, only));
  const expression = condition['A_Expr'] as Tree | undefined;
  if (expression === undefined || [...stringsOf(expression['name'])].join('') !== '=') return [];
  const [left, right] = [partsOf(expression['lexpr']), partsOf(expression['rexpr'])];
  if (left.length !== right.length) return [];
  return left.flatMap((one, at) => [...equalityOf(one, right[at], only), ...equalityOf(right[at], one, only)]);
}

/** The alias of an account that is compared by anything but an equality: an account has no order, and no other is ever wanted. */
function otherwiseCompared(condition: Tree, only: string | undefined): readonly string[] {
  const expression = condition['A_Expr'] as Tree | undefined;
  if (expression === undefined || [...stringsOf(expression['name'])].join('') === '=') return [];
  const columns = [expression['lexpr'], expression['rexpr']].map((side) => columnOf(side, only));
  return columns.flatMap((column) => (column?.name === 'account_id' ? [column.alias] : []));
}

/** An id that a query gives, or a list that one makes. */
function listedIn(one: unknown, only: string | undefined): readonly Equality[] {
  const column = columnOf(one, only);
  if (column === null || !IS_ID.test(column.name)) return [];
  return [{ alias: column.alias, isAccount: column.name === 'account_id', other: { alias: OUTSIDE, isId: true } }];
}

/** No alias can be it. */
const OUTSIDE = '';

/** Ids are unique in the whole database: a row that is found by the id in a row of an account is of that account. */
function equalityOf(one: unknown, another: unknown, only: string | undefined): readonly Equality[] {
  const column = columnOf(one, only);
  if (column === null || !IS_ID.test(column.name)) return [];
  if (isListOfQuery(another)) return listedIn(one, only);
  const other = columnOf(another, only);
  const isAccount = column.name === 'account_id';
  if (other?.alias === column.alias) return [];
  return [{ alias: column.alias, isAccount, other: other && { alias: other.alias, isId: IS_ID.test(other.name) } }];
}

const IS_ID = /^(?:id|ctid)$|_id$/;

/** `any(array(select …))`. */
const isListOfQuery = (expression: unknown): boolean =>
  ((expression as Tree | undefined)?.['SubLink'] as Tree | undefined)?.['subLinkType'] === 'ARRAY_SUBLINK';

/** The parts of a row, or the expression alone. */
function partsOf(expression: unknown): readonly unknown[] {
  const row = (expression as Tree | undefined)?.['RowExpr'] as Tree | undefined;
  return (row?.['args'] as unknown[] | undefined) ?? [expression];
}

/** A column, also through a cast; null for anything else. */
function columnOf(expression: unknown, only: string | undefined): { alias: string; name: string } | null {
  const cast = (expression as Tree | undefined)?.['TypeCast'] as Tree | undefined;
  const reference = ((cast?.['arg'] ?? expression) as Tree | undefined)?.['ColumnRef'] as Tree | undefined;
  const [name, alias = only ?? ''] = [...stringsOf(reference?.['fields'])].reverse();
  return name === undefined ? null : { alias, name };
}

function* stringsOf(list: unknown): Generator<string> {
  for (const item of (list ?? []) as Tree[]) {
    const text = item['String'] as Tree | undefined;
    if (text !== undefined) yield String(text['sval']);
  }
}

function entriesOf(node: unknown): readonly (readonly [string, unknown])[] {
  return typeof node === 'object' && node !== null ? Object.entries(node) : [];
}
