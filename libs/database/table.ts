/**
 * Declares the tables of the schema for TypeORM, with one line per column. The migrations create the tables; `src/schema.db-spec.ts` compares
 * the two.
 */
import {
  Check,
  Column as EntityColumn,
  Entity,
  ForeignKey,
  Index,
  Unique,
  type ColumnOptions,
  type ColumnType,
} from 'typeorm';

declare const VALUE: unique symbol;

/** A column whose values are `Value` in rows. */
export type Column<Value> = ColumnOptions & { readonly [VALUE]?: Value };

type ColumnsOfTable = Readonly<Record<string, Column<unknown>>>;

/** A row of a table with these columns. */
type RowOf<Columns> = { readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never };

type ValueOf<Value, Options> = Options extends { nullable: true }
  ? ArrayOf<Value, Options> | null
  : ArrayOf<Value, Options>;
type ArrayOf<Value, Options> = Options extends { array: true } ? readonly Value[] : Value;

const columnOf =
  <Value>(type: ColumnType) =>
  <const Options extends ColumnOptions>(options?: Options): Column<ValueOf<Value, Options>> => ({ type, ...options });

/** The columns by their types in PostgreSQL. */
export const column = {
  bigint: columnOf<number>('bigint'),
  boolean: columnOf<boolean>('boolean'),
  bytea: columnOf<Buffer>('bytea'),
  date: columnOf<string>('date'),
  doublePrecision: columnOf<number>('double precision'),
  int: columnOf<number>('int'),
  json: columnOf<unknown>('json'),
  jsonb: columnOf<unknown>('jsonb'),
  real: columnOf<number>('real'),
  smallint: columnOf<number>('smallint'),
  text: columnOf<string>('text'),
  /** A local time without a zone. */
  timestamp: columnOf<string>('timestamp'),
  timestamptz: columnOf<Date>('timestamptz'),
  uuid: columnOf<string>('uuid'),
  /** The primary key of a table whose rows are numbered. */
  identity: (): Column<number> => ({
    type: 'bigint',
    primary: true,
    generated: 'identity',
    generatedIdentity: 'ALWAYS',
  }),
};

/** Defaults of columns. */
export const NOW = (): string => 'clock_timestamp()';
/** Earlier than every time. */
export const LONG_AGO = (): string => "'-infinity'";
export const EMPTY_ARRAY = (): string => "'{}'";

interface TableDeclaration<Columns, Name = keyof Columns & string> {
  /** By property name. A name in the database is the same in snake case. */
  readonly columns: Columns;
  /** Conditions by the name of the constraint. */
  readonly checks?: Readonly<Record<string, string>>;
  /** Foreign keys. `to` are columns of the other table, if that is not `id`. */
  readonly references?: readonly {
    readonly columns: readonly Name[];
    readonly table: string;
    readonly to?: readonly string[];
    readonly onDelete?: 'CASCADE' | 'SET NULL';
  }[];
  readonly unique?: readonly (readonly Name[])[];
  readonly indexes?: Readonly<
    Record<string, { readonly on: readonly Name[]; readonly unique?: true; readonly where?: string }>
  >;
  /** Indexes that TypeORM cannot declare: descending, with expressions or with included columns. */
  readonly otherIndexes?: readonly string[];
}

/**
 * Declares a table. Keys and foreign keys have the names that PostgreSQL gives them: `outbox_account_id_fkey`. Returns its entity, of which
 * an instance is a row.
 */
export function table<const Columns extends ColumnsOfTable>(
  name: string,
  { columns, ...parts }: TableDeclaration<Columns>,
): new () => RowOf<Columns> {
  const entity = { [name]: class {} }[name] as new () => RowOf<Columns>;
  for (const [property, options] of Object.entries(columns))
    EntityColumn({ name: snakeCase(property), ...options })(entity.prototype as object, property);
  for (const declare of [Entity(name), ...keysOf(name, parts), ...indexesOf(parts)]) declare(entity);
  return entity;
}

function keysOf(
  name: string,
  { checks = {}, references = [], unique = [] }: Omit<TableDeclaration<unknown, string>, 'columns'>,
): readonly ClassDecorator[] {
  const keyName = (properties: readonly string[], suffix: string): string =>
    [name, ...properties.map(snakeCase), suffix].join('_');
  return [
    ...Object.entries(checks).map(([check, condition]) => Check(check, condition)),
    ...references.map(({ columns, table: other, to = ['id'], onDelete }) =>
      // The types of TypeORM require that both lists have the same known length.
      ForeignKey(other, columns as readonly [string], to as readonly [string], {
        name: keyName(columns, 'fkey'),
        ...(onDelete && { onDelete }),
      }),
    ),
    ...unique.map((properties) => Unique(keyName(properties, 'key'), [...properties])),
  ];
}

function indexesOf({
  indexes = {},
  otherIndexes = [],
}: Pick<TableDeclaration<unknown, string>, 'indexes' | 'otherIndexes'>): readonly ClassDecorator[] {
  return [
    ...Object.entries(indexes).map(([index, { on, ...options }]) => Index(index, [...on], options)),
    ...otherIndexes.map((index) => Index(index, { synchronize: false })),
  ];
}

const snakeCase = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
