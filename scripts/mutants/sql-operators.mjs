/** The faults that can be planted in the statements of a file: strings and templates that contain SQL. */
import ts from 'typescript';

const IS_SQL =
  /\b(select|insert into|delete from|where|order by|returning)\b|\bupdate \w+( \w+)? set\b|\bfor (update|share|no key update|key share)\b|account_id = |\$\d/;

/** `pattern` matches, `text` replaces; `$1` and so on are groups of the pattern. */
const RULES = [
  {
    kind: 'sql-lock',
    pattern: /(?<!\s)\s+for (?:no key update|update|key share|share)(?: of \w+)?(?: skip locked| nowait)?/g,
    text: '',
  },
  { kind: 'sql-lock', pattern: / skip locked/g, text: '' },
  { kind: 'sql-lock', pattern: /\bpg_advisory_xact_lock(?=\()/g, text: 'coalesce' },
  { kind: 'sql-lock', pattern: /\b(pg_try_advisory_xact_lock)(?=\()/g, text: 'true or $1' },
  // No id is negative. The parameter stays in the statement, because PostgreSQL derives its type from it.
  { kind: 'sql-account', pattern: /\b((?:\w+\.)?account_id) = (\$\d+)(?:::bigint)?/g, text: '$1 <> -$2::bigint' },
  { kind: 'sql-account', pattern: /\b((?:\w+\.)?account_id) = $/g, text: '$1 <> -' },
  { kind: 'sql-condition', pattern: /\bis null\b/g, text: 'is not null' },
  { kind: 'sql-condition', pattern: /\bis not null\b/g, text: 'is null' },
  { kind: 'sql-condition', pattern: / (<|>) (?!=)/g, text: ' $1= ' },
  { kind: 'sql-condition', pattern: / (<|>)= /g, text: ' $1 ' },
  { kind: 'sql-condition', pattern: /\bnot exists\b/g, text: 'exists' },
  { kind: 'sql-condition', pattern: /(?<!not )\bexists\b(?= \()/g, text: 'not exists' },
  { kind: 'sql-condition', pattern: / desc\b/g, text: '' },
];

export function sqlSites(source) {
  const sites = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isDecorator(node)) return;
    for (const literal of literalsOf(node)) sites.push(...sitesOfLiteral(source, literal));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sites;
}

/** The pieces of a string or template that contains SQL. */
function literalsOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return IS_SQL.test(node.text) ? [node] : [];
  if (!ts.isTemplateExpression(node)) return [];
  const pieces = [node.head, ...node.templateSpans.map((span) => span.literal)];
  return IS_SQL.test(pieces.map((piece) => piece.text).join(' ')) ? pieces : [];
}

function sitesOfLiteral(source, literal) {
  const start = literal.getStart(source);
  const raw = literal.getText(source);
  // Without `${`, a piece ends where the condition on an interpolated account begins its value.
  const text = raw.endsWith('${') ? raw.slice(0, -2) : raw;
  return RULES.flatMap(({ kind, pattern, text: replacement }) =>
    [...text.matchAll(pattern)]
      .filter((match) => !isComment(text, match.index) && !(kind === 'sql-condition' && isInstant(text, match)))
      .map((match) => ({
        kind,
        start: start + match.index,
        end: start + match.index + match[0].length,
        text: replacement.replace(/\$(\d)/g, (_, group) => match[Number(group)]),
      })),
  );
}

/** Returns whether a bound is the current instant, which no row equals to the microsecond. */
function isInstant(text, { index, 0: operator }) {
  if (!/^ [<>]/.test(operator)) return false;
  const [left, right] = [text.slice(0, index), text.slice(index + operator.length)];
  return /^\s*(?:clock|statement)_timestamp\(\)/.test(right) || /(?:clock|statement)_timestamp\(\)$/.test(left);
}

function isComment(text, at) {
  return text.slice(text.lastIndexOf('\n', at) + 1, at).includes('--');
}
