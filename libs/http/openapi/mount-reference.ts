import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HttpServer } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { CONFIG, type Config } from '@libs/config';
import type { Request, Response } from 'express';
import { CONSOLE_API, V2, V3, type DocumentName } from '../api-version';
import { buildDocument } from './build-documents';
import { StaticBytes } from './static-bytes';

/**
 * Serves `/v2/openapi.json`, `/v3/openapi.json`, that of the console unless it is off, and the reference page at `/docs`, all without a
 * key; `/` redirects to `/docs`. The page is the installed Swagger UI. It works offline and cannot load resources from other hosts. Documents and files are created or
 * read at the first request and stay in memory.
 */
export function mountReference(app: NestExpressApplication): void {
  const server = app.getHttpAdapter() as unknown as HttpServer<Request, Response>;
  const hasConsole = app.get<Config>(CONFIG, { strict: false }).HREV_CONSOLE === 'on';
  const documents = new Map<DocumentName, StaticBytes>();
  const documentOf = (name: DocumentName): StaticBytes => {
    const document = documents.get(name) ?? documentBytes(buildDocument(app, name));
    documents.set(name, document);
    return document;
  };
  const assets = new Map<AssetName, StaticBytes>();
  const assetOf = (name: AssetName): StaticBytes => {
    const asset = assets.get(name) ?? new StaticBytes(ASSETS[name], readAsset(name), AN_HOUR);
    assets.set(name, asset);
    return asset;
  };
  const start = new StaticBytes('text/javascript; charset=utf-8', Buffer.from(startWith(hasConsole)), AN_HOUR);
  let page: StaticBytes | undefined;
  for (const name of [V2, V3, ...(hasConsole ? [CONSOLE_API] : [])] as DocumentName[])
    server.get(ADDRESSES[name], (request, response) => documentOf(name).send(request, response));
  server.get(
    '/',
    (_request, response) => void response.writeHead(302, { Location: '/docs', 'Content-Length': 0 }).end(),
  );
  const showPage = (request: Request, response: Response): void => {
    page ??= new StaticBytes('text/html; charset=utf-8', Buffer.from(pageWith(assetOf, start)), 'no-cache');
    response.setHeader('Content-Security-Policy', PAGE_POLICY);
    page.send(request, response);
  };
  for (const path of ['/docs', '/docs/']) server.get(path, showPage);
  server.get('/docs/start.js', (request, response) => start.send(request, response));
  for (const name of Object.keys(ASSETS) as AssetName[])
    server.get(`/docs/${name}`, (request, response) => assetOf(name).send(request, response));
}

const ADDRESSES: Readonly<Record<DocumentName, string>> = {
  [V2]: '/v2/openapi.json',
  [V3]: '/v3/openapi.json',
  [CONSOLE_API]: '/console/openapi.json',
};

const AN_HOUR = 'public, max-age=3600';

function documentBytes(document: object): StaticBytes {
  return new StaticBytes('application/json; charset=utf-8', Buffer.from(JSON.stringify(document)), 'no-cache');
}

const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;
type AssetName = keyof typeof ASSETS;

/** Reads a file of the list above; the path of a request is never used. */
function readAsset(name: AssetName): Buffer {
  const swagger = dirname(require.resolve('@nestjs/swagger/package.json'));
  return readFileSync(join(dirname(require.resolve('swagger-ui-dist/package.json', { paths: [swagger] })), name));
}

// Swagger UI needs style attributes and `data:` images; everything else comes from the service or is forbidden.
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page, with the versions of its files in their addresses, so that browsers may cache them without a time limit. */
function pageWith(assetOf: (name: AssetName) => StaticBytes, start: StaticBytes): string {
  const names = Object.keys(ASSETS) as AssetName[];
  const versioned = names.reduce(
    (page, name) => page.replace(`/docs/${name}"`, `/docs/${name}?v=${assetOf(name).version}"`),
    PAGE,
  );
  return versioned.replace('/docs/start.js', `/docs/start.js?v=${start.version}`);
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>hrev API reference</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/swagger-ui-standalone-preset.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const URLS = [
  { url: ADDRESSES[V3], name: 'v3 (current)' },
  { url: ADDRESSES[V2], name: 'v2 (frozen)' },
];
const URL_OF_CONSOLE = { url: ADDRESSES[CONSOLE_API], name: "console (the console's own)" };

const startWith = (hasConsole: boolean): string => `window.ui = SwaggerUIBundle({
  urls: ${JSON.stringify([...URLS, ...(hasConsole ? [URL_OF_CONSOLE] : [])])},
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
});
`;
