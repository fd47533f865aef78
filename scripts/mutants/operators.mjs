/**
 * The faults that can be planted in one file. A site is a range of the text with its replacement:
 * `{ kind, start, end, text }`, positions in characters. The same file always gives the same sites in the same order.
 */
import ts from 'typescript';
import { sqlSites } from './sql-operators.mjs';

/** Every kind, with its weight in a sample: locks and tenant conditions are few, and faults in them are expensive. */
export const KINDS = {
  condition: { share: 5, what: 'a condition is inverted' },
  operand: { share: 5, what: 'one side of && or || is dropped' },
  comparison: { share: 4, what: 'a bound is moved by the equal case, or an equality is inverted' },
  constant: { share: 2, what: 'a number in a comparison is one larger' },
  return: { share: 4, what: 'an early return or a refusal is dropped' },
  call: { share: 4, what: 'a call whose result is unused is dropped' },
  await: { share: 1, what: 'a call whose result is unused is not awaited' },
  'sql-lock': { share: 5, what: 'a lock is not acquired' },
  'sql-account': { share: 4, what: 'a statement affects the rows of every account' },
  'sql-condition': { share: 4, what: 'a condition of a statement is inverted, or its bound moved' },
};

const OTHER_BOUND = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
]);
const OTHER_EQUALITY = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
]);
const LEAVES = new Set([
  ts.SyntaxKind.ReturnStatement,
  ts.SyntaxKind.ThrowStatement,
  ts.SyntaxKind.ContinueStatement,
  ts.SyntaxKind.BreakStatement,
]);
/** Calls that only write log lines. */
const LOG_CALLS = /(^|\.)(logger|log|console)\b|(^|\.)log[A-Z]\w*$/;
/** Names of durations and instants. Two of them are never equal to the millisecond, so that the equal case has no effect. */
const IS_TIME = /Ms\b|_MS\b|\bnow\b|performance\.now\(\)/;
/** Names of amounts that no contract fixes: one more millisecond, byte or row of a batch has no observable effect. */
const IS_CHOSEN = /_MS$|_BYTES$|_AT_ONCE$/;
/** Conditions that only skip work on an empty list. */
const IS_EMPTY = /^[\w.]+\.(length|size) === 0$/;

/** All sites of a file, in the order of the text. */
export function sitesOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const sites = [];
  const compared = comparedConstants(source);
  const add = (kind, node, replacement) =>
    sites.push({ kind, start: node.getStart(source), end: node.getEnd(), text: replacement });
  const visit = (node) => {
    if (ts.isDecorator(node) || ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    for (const operator of OPERATORS) operator(node, (kind, at, replacement) => add(kind, at, replacement), compared);
    ts.forEachChild(node, visit);
  };
  visit(source);
  sites.push(...sqlSites(source));
  return sites.sort((a, b) => a.start - b.start || a.end - b.end || (a.text < b.text ? -1 : 1));
}

const OPERATORS = [conditions, operands, comparisons, constants, returns, calls];

function conditions(node, add) {
  if (ts.isIfStatement(node)) add('condition', node.expression, inverted(node.expression));
  if (ts.isConditionalExpression(node)) add('condition', node.condition, inverted(node.condition));
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken && !isWholeCondition(node))
    add('condition', node, node.operand.getText());
}

function operands(node, add) {
  if (!ts.isBinaryExpression(node)) return;
  const { kind } = node.operatorToken;
  if (kind !== ts.SyntaxKind.AmpersandAmpersandToken && kind !== ts.SyntaxKind.BarBarToken) return;
  add('operand', node, node.left.getText());
  add('operand', node, node.right.getText());
}

function comparisons(node, add) {
  if (!ts.isBinaryExpression(node)) return;
  const bound = OTHER_BOUND.get(node.operatorToken.kind);
  if (bound !== undefined && !IS_TIME.test(node.getText())) add('comparison', node.operatorToken, bound);
  // A whole condition is already inverted by `conditions`.
  const equality = OTHER_EQUALITY.get(node.operatorToken.kind);
  if (equality !== undefined && !isWholeCondition(node)) add('comparison', node.operatorToken, equality);
}

function constants(node, add, compared) {
  if (!ts.isNumericLiteral(node)) return;
  const isOperand = ts.isBinaryExpression(node.parent) && OTHER_BOUND.has(node.parent.operatorToken.kind);
  const name = ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : null;
  const isNamed = name !== null && compared.has(name) && !IS_CHOSEN.test(name);
  if (isOperand || isNamed) add('constant', node, String(Number(node.text) + 1));
}

function returns(node, add) {
  if (!ts.isIfStatement(node) || node.elseStatement || IS_EMPTY.test(node.expression.getText())) return;
  const { thenStatement: then } = node;
  const last = ts.isBlock(then) ? then.statements.at(-1) : then;
  if (last && LEAVES.has(last.kind)) add('return', node, ';');
}

function calls(node, add) {
  if (!ts.isExpressionStatement(node)) return;
  const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  if (!ts.isCallExpression(call) || call.expression.kind === ts.SyntaxKind.SuperKeyword) return;
  if (LOG_CALLS.test(call.expression.getText())) return;
  add('call', node, ';');
  if (call !== node.expression) add('await', node.expression, `void ${call.getText()}`);
}

function inverted(expression) {
  return ts.isPrefixUnaryExpression(expression) && expression.operator === ts.SyntaxKind.ExclamationToken
    ? expression.operand.getText()
    : `!(${expression.getText()})`;
}

function isWholeCondition({ parent }) {
  return ts.isIfStatement(parent) || ts.isConditionalExpression(parent);
}

/** Names that a comparison in the file has as an operand. */
function comparedConstants(source) {
  const names = new Set();
  const visit = (node) => {
    if (ts.isBinaryExpression(node) && OTHER_BOUND.has(node.operatorToken.kind)) {
      for (const side of [node.left, node.right]) if (ts.isIdentifier(side)) names.add(side.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}
