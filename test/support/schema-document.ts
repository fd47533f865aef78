import type { ForeignKeyOfTable, TableOfSchema } from './schema-catalog';

/** Tables of one context. */
export interface OwnedTables {
  readonly owner: string;
  readonly tables: readonly TableOfSchema[];
}

/** The text of docs/schema.md. */
export function schemaDocument(contexts: readonly OwnedTables[]): string {
  const list = contexts.map(
    ({ owner, tables }) => `| \`${owner}\` | ${tables.map(({ name }) => `[${name}](#${name})`).join(', ')} |`,
  );
  return [
    '# Schema',
    '',
    'The tables of hrev by the context that owns them. Only the owner names a table in SQL; the contexts above it read its view. This page',
    'is generated from the migrated database by `npm run schema`; `src/schema.db-spec.ts` fails where it is out of date. The migrations are',
    "in `libs/database/migrations`, the entities in the owner's `persistence/`.",
    '',
    '| context | tables |',
    '| --- | --- |',
    ...list,
    '',
    ...contexts.flatMap(context),
  ].join('\n');
}

function context({ owner, tables }: OwnedTables): readonly string[] {
  return [`## ${owner}`, '', ...diagram(tables), '', ...tables.flatMap(section)];
}

/** Mermaid: the tables of the context with their keys, and the tables that they reference. */
function diagram(tables: readonly TableOfSchema[]): readonly string[] {
  const entities = tables.flatMap((table) => [
    `  ${table.name} {`,
    ...keyColumns(table).map(({ name, type, key }) => `    ${type} ${name} ${key}`),
    '  }',
  ]);
  const relations = tables.flatMap((table) =>
    table.foreignKeys.map((key) => `  ${key.table} ||--o{ ${table.name} : "${key.columns.join(', ')}"`),
  );
  return ['```mermaid', 'erDiagram', ...entities, ...relations, '```'];
}

interface KeyColumn {
  readonly name: string;
  readonly type: string;
  readonly key: string;
}

function keyColumns(table: TableOfSchema): readonly KeyColumn[] {
  const primary = /^PRIMARY KEY \((.*)\)$/.exec(
    table.constraints.find(({ definition }) => definition.startsWith('PRIMARY'))?.definition ?? '',
  );
  const primaryColumns = primary?.[1]?.split(', ') ?? [];
  const foreignColumns = table.foreignKeys.flatMap(({ columns }) => columns);
  return table.columns.flatMap(({ name, type }) => {
    const keys = [primaryColumns.includes(name) ? 'PK' : '', foreignColumns.includes(name) ? 'FK' : ''].filter(Boolean);
    return keys.length === 0 ? [] : [{ name, type: type.replaceAll(/\W+/g, '_'), key: keys.join(', ') }];
  });
}

function section(table: TableOfSchema): readonly string[] {
  return [
    `### ${table.name}`,
    '',
    `${table.comment ?? ''}${table.isUnlogged ? ' (unlogged)' : ''}`.trim(),
    '',
    '| column | type | default | description |',
    '| --- | --- | --- | --- |',
    ...table.columns.map(
      ({ name, type, isNullable, filledBy, comment }) =>
        `| ${name} | ${type}${isNullable ? ', null' : ''} | ${filledBy === null ? '' : code(filledBy)} | ${cell(comment ?? '')} |`,
    ),
    '',
    ...[...table.constraints.map(({ definition }) => definition), ...table.foreignKeys.map(foreignKey)].map(
      (definition) => `- ${code(definition)}`,
    ),
    ...table.indexes.map(({ definition }) => `- ${code(definition.replace(/ ON public\.\w+/, ''))}`),
    ...(table.viewed.length === 0
      ? []
      : ['', `Contexts above read ${code(`${table.name}_view`)}: ${table.viewed.join(', ')}.`]),
    '',
  ];
}

const foreignKey = ({ definition }: ForeignKeyOfTable): string => definition;
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
const code = (text: string): string => `\`${cell(text)}\``;
