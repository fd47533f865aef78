import { createServer } from 'node:http';
import { StreamableFile, VersioningType, type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory, type HttpAdapterHost } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { CONFIG, type Config } from '@libs/config';
import express, { type Express, type NextFunction, type Response } from 'express';
import { mountDocs } from './docs-site';
import { ErrorFilter, routeOf } from './error.filter';
import { IgnoredParametersInterceptor } from './ignored-parameters.interceptor';
import { JsonBodyInterceptor } from './json-body.interceptor';
import { mountLlmsText } from './openapi/llms-text';
import { mountDocuments } from './openapi/mount-documents';
import { parseQueryString } from './query-string';
import { ReadInputPipe } from './read-input.pipe';
import { requestContext, type RequestListener } from './request-context';
import type { ApiRequest } from './api-request';
import { RouteTable } from './route-table';
import { securityHeaders, notToBeStored } from './security-headers';
import { sendJson } from './send-json';
import { mountSecurityText } from './security-text';
import { CONNECTIONS_CHECKING_INTERVAL_MS, limitServer } from './server-limits';

type Middleware = (request: ApiRequest, response: Response, next: NextFunction) => void;

/**
 * Nest's Express adapter, with a server whose connections are checked at the interval of server-limits.ts, a table of the routes,
 * `sendJson` for all JSON responses, listeners of finished requests, and a middleware that a context may set.
 */
class ServiceAdapter extends ExpressAdapter {
  readonly routes = new RouteTable();
  readonly listeners: RequestListener[] = [];
  beforeRouting: Middleware = (_request, _response, next) => next();

  override initHttpServer(): void {
    const handler = this.getInstance<Express>();
    this.httpServer = createServer({ connectionsCheckingInterval: CONNECTIONS_CHECKING_INTERVAL_MS }, handler);
  }

  override get(...route: unknown[]): unknown {
    return super.get(...this.recorded('GET', route));
  }
  override post(...route: unknown[]): unknown {
    return super.post(...this.recorded('POST', route));
  }
  override put(...route: unknown[]): unknown {
    return super.put(...this.recorded('PUT', route));
  }
  override patch(...route: unknown[]): unknown {
    return super.patch(...this.recorded('PATCH', route));
  }
  override delete(...route: unknown[]): unknown {
    return super.delete(...this.recorded('DELETE', route));
  }

  /** Sends what a handler returns: an object, or JSON text that an interceptor created from it. */
  override reply(response: Response, body: unknown, status?: number): unknown {
    if (body === undefined || body === null || body instanceof StreamableFile)
      return super.reply(response, body, status);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return sendJson(response, status ?? response.statusCode, text);
  }

  /** Adds a route to the table. Throws without a path or a handler, and for a list of paths. */
  private recorded(method: string, [path, ...handlers]: unknown[]): [path: string, handler: () => unknown] {
    if (typeof path !== 'string' || handlers.length === 0) throw new Error('a route needs a path and a handler');
    this.routes.add(method, path);
    // Express calls several handlers in order; Nest's type has one.
    return [path, ...handlers] as [string, () => unknown];
  }
}

/** Adds a listener of finished requests to the application of an adapter; without an HTTP application, it is never called. */
export function onFinishedRequest({ httpAdapter }: HttpAdapterHost, listener: RequestListener): void {
  if (httpAdapter instanceof ServiceAdapter) httpAdapter.listeners.push(listener);
}

/**
 * Sets the middleware that handles requests before they are routed and their body is read, with the headers that every response has.
 * Without an HTTP application, no effect.
 */
export function handleBeforeRouting({ httpAdapter }: HttpAdapterHost, middleware: Middleware): void {
  if (httpAdapter instanceof ServiceAdapter) httpAdapter.beforeRouting = middleware;
}

/** Marks the route of a request as one that needs a key. The access guard calls this, because routes declare their access to the guard. */
export function noteKeyedRoute({ httpAdapter }: HttpAdapterHost, request: ApiRequest): void {
  const route = routeOf(request);
  if (route !== null && httpAdapter instanceof ServiceAdapter) httpAdapter.routes.noteKeyed(request.method, route);
}

/** The route that a request will have, if it needs a key (`noteKeyedRoute`); null otherwise, or if that is not certain. */
export function keyedRouteOf({ httpAdapter }: HttpAdapterHost, request: ApiRequest): string | null {
  return httpAdapter instanceof ServiceAdapter ? httpAdapter.routes.keyedRoute(request.method, request.url) : null;
}

function expressServer(): Express {
  const server = express();
  server.disable('x-powered-by');
  server.disable('etag');
  // With these settings /v2/Groups and /v2/groups/ are unknown paths.
  server.enable('case sensitive routing');
  server.enable('strict routing');
  server.set('query parser', parseQueryString);
  return server;
}

/**
 * Creates the HTTP application of a root module, with API versions, strict input, uniform errors, limits and the API reference. The
 * result is not initialized and not listening.
 */
export async function createHttpApp(root: Type | DynamicModule): Promise<NestExpressApplication> {
  const server = expressServer();
  const adapter = new ServiceAdapter(server);
  const app = await NestFactory.create<NestExpressApplication>(root, adapter, {
    bodyParser: false,
    abortOnError: false,
    forceCloseConnections: false,
  });
  const config = app.get<Config>(CONFIG, { strict: false });
  const { HREV_TRUSTED_PROXIES: proxies, HREV_HSTS_SUBDOMAINS: hstsSubdomains } = config;
  limitServer(app.getHttpServer(), { hstsSubdomains });
  server.set('trust proxy', proxies.length === 0 ? false : [...proxies]);
  app.use(
    requestContext(adapter.listeners),
    securityHeaders(hstsSubdomains),
    notToBeStored,
    (request: ApiRequest, response: Response, next: NextFunction) => adapter.beforeRouting(request, response, next),
    adapter.routes.exactPathsFirst(),
  );
  app.enableVersioning({ type: VersioningType.URI });
  app.useGlobalFilters(new ErrorFilter(adapter.routes));
  app.useGlobalInterceptors(new IgnoredParametersInterceptor(), new JsonBodyInterceptor());
  app.useGlobalPipes(new ReadInputPipe());
  mountDocuments(app);
  mountDocs(adapter, adapter.routes);
  mountLlmsText(adapter, config);
  mountSecurityText(adapter, config.HREV_SECURITY_CONTACT);
  return app;
}
