import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { StaticBytes, type Coding } from '@libs/http';
import type { Request, RequestHandler, Response } from 'express';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};
const FORMS = [
  ['gzip', '.gz'],
  ['br', '.br'],
] as const;
/** Files whose names contain a hash of their content. */
const ASSETS = '/assets/';
const FOREVER = 'public, max-age=31536000, immutable';
const NONCE_BYTES = 16;

/** The file that lists the scripts with their imports. */
const MANIFEST = '.vite/manifest.json';
/** The script of the screens of an account, in the manifest. */
const FRAME = 'src/frame/frame.tsx';
/** What the page loads first: its theme, and the person, without whom no screen requests its data. */
const FIRST = [
  '</console/theme.js>; rel=preload; as=script',
  '</console/start.css>; rel=preload; as=style',
  '</console/api/me>; rel=preload; as=fetch; crossorigin=anonymous',
];

/** A script in the manifest; `imports` are keys of others. */
interface Script {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

/** What the browser loads beside the page of an account. */
class Preloads {
  private readonly scripts: Readonly<Record<string, Script>>;
  /** By the script of the screen; the number of screens bounds it. */
  private readonly known = new Map<string, string>();

  constructor(folder: string) {
    this.scripts = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Readonly<Record<string, Script>>;
  }

  /** The `Link` header of `/a/<account>/<screen>`: the frame and the screen with their imports, without what the page names. */
  of(path: string): string {
    const [, , , place = ''] = path.split('/');
    const screen = `src/screens/${place}/screen.tsx`;
    const name = Object.hasOwn(this.scripts, screen) ? screen : FRAME;
    const header = this.known.get(name) ?? this.headerOf(name);
    this.known.set(name, header);
    return header;
  }

  private headerOf(name: string): string {
    const files = new Set<string>();
    const add = (script: Script | undefined): void => {
      if (script === undefined || script.isEntry === true || files.has(script.file)) return;
      files.add(script.file);
      for (const imported of script.imports ?? []) add(this.scripts[imported]);
    };
    for (const script of [FRAME, name]) add(this.scripts[script]);
    return [...FIRST, ...[...files].map((file) => `</console/${file}>; rel=modulepreload`)].join(', ');
  }
}

/**
 * Serves the built console from a folder, below the path at which it is mounted: its files, and for every other path without an
 * extension the page, because the addresses of screens are paths. `/api` and unknown files are left to other handlers. The page is
 * written for each response with a new nonce. The page of an account names the scripts of the frame and of its screen in its `Link`
 * header, so that the browser loads them beside those that the page itself names. Files are read at the first request and stay in
 * memory.
 */
export function consolePages(folder: string): RequestHandler {
  let files: ReadonlyMap<string, StaticBytes> | undefined;
  let page: string | undefined;
  let preloads: Preloads | undefined;
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    files ??= filesIn(folder);
    const file = files.get(request.path);
    if (file !== undefined) return file.send(request, response);
    if (!isScreen(request.path)) return next();
    page ??= readFileSync(join(folder, 'index.html'), 'utf8');
    preloads ??= new Preloads(folder);
    if (request.path.startsWith('/a/')) response.setHeader('Link', preloads.of(request.path));
    sendPage(page, request, response);
  };
}

/** The policy of the page (ASVS 3.4.3). Mantine creates style elements, which carry the nonce. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}

function filesIn(folder: string): ReadonlyMap<string, StaticBytes> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries.flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      const type = TYPES[extname(entry.name)];
      if (!entry.isFile() || type === undefined) return [];
      const path = `/${relative(folder, file).replaceAll('\\', '/')}`;
      const caching = path.startsWith(ASSETS) ? FOREVER : 'no-cache';
      return [[path, new StaticBytes(type, readFileSync(file), caching, compressedForms(file))]];
    }),
  );
}

/** The compressed forms that the build has written beside a file. */
function compressedForms(file: string): ReadonlyMap<Coding, Buffer> {
  const forms = FORMS.filter(([, ending]) => existsSync(`${file}${ending}`));
  return new Map(forms.map(([coding, ending]) => [coding, readFileSync(`${file}${ending}`)]));
}

function isScreen(path: string): boolean {
  return !/^\/api(\/|$)/.test(path) && extname(path) === '';
}

function sendPage(page: string, request: Request, response: Response): void {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const bytes = Buffer.from(page.replaceAll('{{nonce}}', nonce));
  response.setHeader('Content-Security-Policy', pagePolicy(nonce));
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
