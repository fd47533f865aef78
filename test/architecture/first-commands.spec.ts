import { readFileSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../../package.json';

const ROOT = path.resolve(__dirname, '../..');
const STATIC_IMPORT = /^(?:import|export) (?:[^'"]*? from )?'([^']+)';/gm;

/** What a script and the scripts that it imports load before their first line runs, apart from these scripts. */
function loadedFirst(script: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(script)) return [];
  seen.add(script);
  const text = readFileSync(path.join(ROOT, script), 'utf8');
  return [...text.matchAll(STATIC_IMPORT)].flatMap(([, name = '']) =>
    name.startsWith('.') ? loadedFirst(path.join(path.dirname(script), name), seen) : [name],
  );
}

/** The commands that README names for a fresh clone, where no package is installed yet: they install what is missing. */
test.each(['start', 'test', 'hrev', 'demo', 'demo:kit', 'build', 'docs'] as const)(
  'npm run %s loads no package before it has installed the packages',
  (name) => {
    const script = /node (scripts\/[\w/-]+\.mjs)/.exec(packageJson.scripts[name])?.[1] ?? '';
    const loaded = loadedFirst(script);
    expect(loaded).toContain('node:path');
    expect(loaded.filter((one) => !one.startsWith('node:'))).toEqual([]);
  },
);
