import { createServer } from 'node:http';
import { StreamableFile, VersioningType, type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { CONFIG, type Config } from '@libs/config';
import { NestLog, type Log } from '@libs/logging';
import express, { type Express, type Response } from 'express';
import { exactPathsFirst } from './allowed-methods';
import { ErrorFilter } from './error.filter';
import { IgnoredParametersInterceptor } from './ignored-parameters.interceptor';
import { JsonBodyInterceptor } from './json-body.interceptor';
import { mountReference } from './openapi/mount-reference';
import { parseQueryString } from './query-string';
import { ReadInputPipe } from './read-input.pipe';
import { requestContext } from './request-context';
import { securityHeaders } from './security-headers';
import { sendJson } from './send-json';
import { mountSecurityText } from './security-text';
import { CONNECTIONS_CHECKING_INTERVAL_MS, limitServer } from './server-limits';

/** Nest's adapter: with the one setting of Node's server that cannot be changed afterwards, and every answer sent in one way. */
class LimitedAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const handler = this.getInstance<Express>();
    this.httpServer = createServer({ connectionsCheckingInterval: CONNECTIONS_CHECKING_INTERVAL_MS }, handler);
    limitServer(this.httpServer);
  }

  /** What handlers return is an object, or JSON text that an interceptor made of it. */
  override reply(response: Response, body: unknown, status?: number): unknown {
    if (body === undefined || body === null || body instanceof StreamableFile)
      return super.reply(response, body, status);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return sendJson(response, status ?? response.statusCode, text);
  }
}

function expressServer(): Express {
  const server = express();
  server.disable('x-powered-by');
  server.disable('etag');
  // One resource, one spelling: /v2/Groups and /v2/groups/ are unknown paths.
  server.enable('case sensitive routing');
  server.enable('strict routing');
  server.set('query parser', parseQueryString);
  return server;
}

/**
 * The HTTP side of the service around a root module: versions, strict reading, one form of errors, limits, the
 * reference. Not yet listening, and not yet initialized.
 */
export async function createHttpApp(root: Type | DynamicModule, log: Log): Promise<NestExpressApplication> {
  const server = expressServer();
  const app = await NestFactory.create<NestExpressApplication>(root, new LimitedAdapter(server), {
    bodyParser: false,
    logger: new NestLog(log),
    abortOnError: false,
    forceCloseConnections: false,
  });
  const { HREV_TRUSTED_PROXIES: proxies, HREV_SECURITY_CONTACT: contact } = app.get<Config>(CONFIG, { strict: false });
  server.set('trust proxy', proxies.length === 0 ? false : [...proxies]);
  app.use(requestContext(log), securityHeaders(), exactPathsFirst(server));
  app.enableVersioning({ type: VersioningType.URI });
  app.useGlobalFilters(new ErrorFilter(server, log));
  app.useGlobalInterceptors(new IgnoredParametersInterceptor(), new JsonBodyInterceptor());
  app.useGlobalPipes(new ReadInputPipe());
  mountReference(app);
  mountSecurityText(server, contact);
  return app;
}
