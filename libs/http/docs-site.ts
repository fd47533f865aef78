import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { Request, RequestHandler, Response } from 'express';
import type { RouteTable } from './route-table';
import { StaticFolder } from './static-folder';

/** The built documentation, seen from the compiled service and from its source. */
const FOLDERS = ['../../docs', '../../dist/docs'].map((folder) => join(__dirname, folder));
const START = '/index.html';
const MISSING = '/404.html';
const ENDINGS = ['.css', '.html', '.js', '.json', '.md', '.mjs', '.png', '.svg', '.txt', '.woff2', '.yaml'];

const NOT_BUILT = `The documentation is not part of this build: \`npm run build\` writes it.
The API is described in /v3/openapi.json and /v2/openapi.json.
`;

/**
 * Serves the documentation at `/docs`, the API reference at `/docs/api`, and the Markdown of each page, all without a key; `/` redirects to
 * `/docs`. The pages work offline and cannot load resources from other hosts.
 */
export function mountDocs(server: AbstractHttpAdapter, routes: RouteTable): void {
  const folder = FOLDERS.find((candidate) => existsSync(join(candidate, MISSING)));
  const serve = folder === undefined ? notBuilt : docsSite(folder);
  server.get('/', (_: Request, response: Response) => redirect(response, 302, '/docs'));
  server.use('/docs', serve);
  // For 405 (contract §1.3).
  for (const path of ['/docs', '/docs/']) routes.add('GET', path);
}

/** Serves the files of the site below the path at which it is mounted. Other requests than GET and HEAD are left to other handlers. */
export function docsSite(folder: string): RequestHandler {
  const files = new StaticFolder(folder, ENDINGS);
  const policies = new Map<string, string>();
  const send = (path: string, request: Request, response: Response): void => {
    if (path.endsWith('.html')) {
      const policy = policies.get(path) ?? pagePolicy(files.text(path));
      policies.set(path, policy);
      response.setHeader('Content-Security-Policy', policy);
    }
    files.file(path)?.send(request, response);
  };
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const { path } = request;
    const found = fileOf(path, files);
    if (found !== null) return send(found, request, response);
    if (files.has(`${path}${START}`)) return redirect(response, 301, `/docs${path}/`);
    if (request.accepts(['json', 'html']) !== 'html') return next();
    response.status(404);
    return send(MISSING, request, response);
  };
}

/** The file of a path: itself, the page of an address without its extension, or the first page of a folder. Null if there is none. */
function fileOf(path: string, files: StaticFolder): string | null {
  const candidates = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`];
  return candidates.find((candidate) => files.has(candidate)) ?? null;
}

/**
 * The policy of a page. Its inline scripts are allowed by their hashes; colors of code and the API reference need style attributes and
 * elements.
 */
function pagePolicy(html: string): string {
  const hashes = inlineScripts(html).map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** The scripts that a page of the build contains. */
function inlineScripts(html: string): readonly string[] {
  const [, ...elements] = html.split('<script');
  return elements.flatMap((element) => {
    const begin = element.indexOf('>');
    if (element.slice(0, begin).includes(' src=')) return [];
    return [element.slice(begin + 1, element.indexOf('</script>', begin))];
  });
}

function redirect(response: Response, status: number, location: string): void {
  response.writeHead(status, { Location: location, 'Content-Length': 0 }).end();
}

/** The response to every page where the documentation was not built. */
export const notBuilt: RequestHandler = (request, response, next) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return next();
  response.status(404).type('text/plain').send(NOT_BUILT);
};
