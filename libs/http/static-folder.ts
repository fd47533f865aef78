import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { Coding } from './content-coding';
import { StaticBytes } from './openapi/static-bytes';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.mjs': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.yaml': 'text/plain; charset=utf-8',
};
const FORMS = [
  ['gzip', '.gz'],
  ['br', '.br'],
] as const;
/** Files whose names contain a hash of their content. */
const ASSETS = '/assets/';
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * The files of a folder that a build has written, as far as their names have one of the endings. Paths begin with a slash. A request can name a file of the folder
 * and no other. Names are read at once, and each file at its first request; it then stays in memory.
 */
export class StaticFolder {
  private readonly paths: ReadonlySet<string>;
  private readonly files = new Map<string, StaticBytes>();

  constructor(
    private readonly folder: string,
    endings: readonly (keyof typeof TYPES)[],
  ) {
    this.paths = new Set(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && endings.includes(extname(entry.name)))
        .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')}`),
    );
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  /** The file of a path; null if there is none, also if an upgrade in place has removed it. */
  file(path: string): StaticBytes | null {
    if (!this.has(path)) return null;
    const file = this.files.get(path) ?? this.read(path);
    if (file !== null) this.files.set(path, file);
    return file;
  }

  /** The text of a file. Throws if there is none. */
  text(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  private read(path: string): StaticBytes | null {
    const place = join(this.folder, path);
    if (!existsSync(place)) return null;
    const caching = path.startsWith(ASSETS) ? FOREVER : 'no-cache';
    return new StaticBytes(TYPES[extname(path)] ?? '', readFileSync(place), caching, compressedForms(place));
  }
}

/** The compressed forms that the build has written beside a file. */
function compressedForms(file: string): ReadonlyMap<Coding, Buffer> {
  const forms = FORMS.filter(([, ending]) => existsSync(`${file}${ending}`));
  return new Map(forms.map(([coding, ending]) => [coding, readFileSync(`${file}${ending}`)]));
}
