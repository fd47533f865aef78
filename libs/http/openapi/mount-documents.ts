import type { HttpServer } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { CONFIG, type Config } from '@libs/config';
import type { Request, Response } from 'express';
import { CONSOLE_API, V2, V3, type DocumentName } from '../api-version';
import { buildDocument } from './build-documents';
import { StaticBytes } from './static-bytes';

/**
 * Serves `/v2/openapi.json`, `/v3/openapi.json`, and that of the console unless it is off, without a key. Documents are created at the
 * first request and stay in memory.
 */
export function mountDocuments(app: NestExpressApplication): void {
  const server = app.getHttpAdapter() as unknown as HttpServer<Request, Response>;
  const hasConsole = app.get<Config>(CONFIG, { strict: false }).HREV_CONSOLE === 'on';
  const documents = new Map<DocumentName, StaticBytes>();
  const documentOf = (name: DocumentName): StaticBytes => {
    const document = documents.get(name) ?? documentBytes(buildDocument(app, name));
    documents.set(name, document);
    return document;
  };
  for (const name of [V2, V3, ...(hasConsole ? [CONSOLE_API] : [])] as DocumentName[])
    server.get(ADDRESSES[name], (request, response) => documentOf(name).send(request, response));
}

const ADDRESSES: Readonly<Record<DocumentName, string>> = {
  [V2]: '/v2/openapi.json',
  [V3]: '/v3/openapi.json',
  [CONSOLE_API]: '/console/openapi.json',
};

function documentBytes(document: object): StaticBytes {
  return new StaticBytes('application/json; charset=utf-8', Buffer.from(JSON.stringify(document)), 'no-cache');
}
