import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { StaticFolder } from '@libs/http';
import type { Request, RequestHandler, Response } from 'express';

const ENDINGS = ['.css', '.js', '.md', '.svg', '.txt', '.woff2'];
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
  let files: StaticFolder | undefined;
  let page: string | undefined;
  let preloads: Preloads | undefined;
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    files ??= new StaticFolder(folder, ENDINGS);
    const file = files.file(request.path);
    if (file !== null) return file.send(request, response);
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
