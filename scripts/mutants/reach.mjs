/**
 * Measures which tests reach which functions. In a copy of the code every function records its id when it is called; each test
 * file runs once on that copy, and the result is stored. A measured test runs again only after it has changed. A function that
 * was never measured counts as reached by all tests that reach its file.
 */
import ts from 'typescript';

/** The id of a file's code outside functions, which every test that loads the file reaches. */
export const moduleId = (file) => `${file}#`;

/** The file's text, in which each function passes its id to `globalThis.__reach`. */
export function instrumented(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const insertions = [];
  for (const [node, id] of functionsOf(source, file)) {
    const call = `globalThis.__reach?.(${JSON.stringify(id)})`;
    if (ts.isBlock(node.body)) insertions.push([node.body.getStart(source) + 1, `${call};`]);
    else insertions.push([node.body.getStart(source), `(${call}, `], [node.body.getEnd(), ')']);
  }
  insertions.push([text.length, `\n;globalThis.__reach?.(${JSON.stringify(moduleId(file))});\n`]);
  return insertions
    .sort((a, b) => b[0] - a[0])
    .reduce((result, [at, added]) => result.slice(0, at) + added + result.slice(at), text);
}

/**
 * Ids of the functions that execute a position: the enclosing function; for a constant of the file, the functions that use it.
 */
export function idsOfPlace(file, text, position) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const functions = functionsOf(source, file);
  const own = [...functions].filter(([node]) => contains(node.body, position)).at(-1);
  if (own) return [own[1]];
  const name = constantAt(source, position);
  const naming = [...functions].filter(([node]) => name !== null && names(node, name)).map(([, id]) => id);
  return naming.length > 0 ? naming : [moduleId(file)];
}

/** Functions with a body, outer ones first, by node: the enclosing names and, for equal names, a number. */
function functionsOf(source, file) {
  const found = new Map();
  const used = new Map();
  const visit = (node, path) => {
    const named = node.name && ts.isIdentifier(node.name) ? [...path, node.name.text] : path;
    if (ts.isFunctionLike(node) && node.body) {
      const base = `${file}#${named.join('.')}`;
      const count = (used.get(base) ?? 0) + 1;
      used.set(base, count);
      found.set(node, count === 1 ? base : `${base}/${count}`);
    }
    ts.forEachChild(node, (child) => visit(child, named));
  };
  visit(source, []);
  return found;
}

const contains = (node, position) => node.getStart() <= position && position < node.getEnd();

function constantAt(source, position) {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement) || !contains(statement, position)) continue;
    const [declaration] = statement.declarationList.declarations;
    return declaration && ts.isIdentifier(declaration.name) ? declaration.name.text : null;
  }
  return null;
}

function names(node, name) {
  if (ts.isIdentifier(node) && node.text === name) return true;
  return ts.forEachChild(node, (child) => names(child, name) || undefined) ?? false;
}
