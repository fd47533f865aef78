import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import { V2, V3, type ApiVersion } from '../api-version';
import { buildDocuments } from './build-documents';

/**
 * `/v2/openapi.json`, `/v3/openapi.json` and the reference page at `/docs`, all without a key. The page is Swagger UI as
 * installed, works offline and may load nothing from other hosts. Documents are made at the first request.
 */
export function mountReference(app: NestExpressApplication): void {
  const server = app.getHttpAdapter().getInstance() as Express;
  let texts: Readonly<Record<ApiVersion, string>> | undefined;
  const documentText = (version: ApiVersion): string => {
    if (!texts) {
      const documents = buildDocuments(app);
      texts = { [V2]: JSON.stringify(documents[V2]), [V3]: JSON.stringify(documents[V3]) };
    }
    return texts[version];
  };
  for (const version of [V2, V3] as const) {
    server.get(`/v${version}/openapi.json`, (_, response) => send(response, 'application/json', documentText(version)));
  }
  server.get('/docs', (_, response) => {
    response.setHeader('Content-Security-Policy', PAGE_POLICY);
    send(response, 'text/html', PAGE);
  });
  server.get('/docs/start.js', (_, response) => send(response, 'text/javascript', START));
  for (const [name, type] of Object.entries(ASSETS)) {
    server.get(`/docs/${name}`, (_, response) => {
      response.setHeader('Cache-Control', 'public, max-age=3600');
      send(response, type, asset(name));
    });
  }
}

function send(response: Response, type: string, body: string | Buffer): void {
  const charset = type.startsWith('image/') ? '' : '; charset=utf-8';
  response.writeHead(200, { 'Content-Type': `${type}${charset}`, 'Content-Length': Buffer.byteLength(body) });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

const ASSETS = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'swagger-ui-standalone-preset.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
} as const;

/** Only names of the list above get here, so no path of a client's is ever read. */
function asset(name: string): Buffer {
  const swagger = dirname(require.resolve('@nestjs/swagger/package.json'));
  return readFileSync(join(dirname(require.resolve('swagger-ui-dist/package.json', { paths: [swagger] })), name));
}

// Swagger UI sets style attributes and shows images that are data; everything else is ours or forbidden.
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

const START = `window.ui = SwaggerUIBundle({
  urls: [{ url: '/v3/openapi.json', name: 'v3 (current)' }, { url: '/v2/openapi.json', name: 'v2 (frozen)' }],
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
});
`;
