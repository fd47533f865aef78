/** Checks in memory whether a changed file compiles. */
import path from 'node:path';
import ts from 'typescript';

/** Returns a function that returns the first TypeScript error of a file with the given text, or null. */
export function typeChecker(root) {
  const read = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(read.config, ts.sys, root);
  const changed = new Map();
  let version = 0;
  const service = ts.createLanguageService({
    getScriptFileNames: () => fileNames,
    getScriptVersion: (file) => changed.get(file)?.version ?? '0',
    getScriptSnapshot: (file) => {
      const text = changed.get(file)?.text ?? ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => ({ ...options, incremental: false, tsBuildInfoFile: undefined }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  return (name, text) => {
    const file = path.join(root, name);
    changed.set(file, { text, version: `changed ${(version += 1)}` });
    try {
      const [error] = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
      return error ? ts.flattenDiagnosticMessageText(error.messageText, ' ') : null;
    } finally {
      changed.set(file, { text: ts.sys.readFile(file), version: `restored ${version}` });
    }
  };
}
