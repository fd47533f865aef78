import { Catch, Logger, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { AppError } from '@libs/kernel';
import type { Response } from 'express';
import { asAppError, errorBody } from './error-response';
import type { ApiRequest } from './api-request';
import type { RouteTable } from './route-table';

/**
 * Converts every error to a response: `{detail, code}` (contract §7). Faults of the service are logged with their stack and the
 * id of the request; the response does not describe them.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger();

  constructor(private readonly routes: RouteTable) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const response = http.getResponse<Response>();
    const error = this.refine(thrown, request);
    request.refusal = error;
    this.report(error, thrown, request);
    if (response.headersSent) {
      // The status was sent already: closing the connection is the only way to signal the error.
      response.destroy();
      return;
    }
    if (request.method === 'OPTIONS' && error.code === 'method_not_allowed') {
      response.writeHead(204, { ...error.headers }).end();
      return;
    }
    sendError(request, response, error);
  }

  /** Converts the router's 404 to 405 if the path exists with other methods. */
  private refine(thrown: unknown, request: ApiRequest): AppError {
    if (!(thrown instanceof NotFoundException)) return asAppError(thrown);
    const methods = this.routes.allowedMethods(request.path);
    if (methods.length === 0) return asAppError(thrown);
    const detail = `${request.method} is not allowed here; allowed are ${methods.join(', ')}`;
    return new AppError('method_not_allowed', detail, { Allow: methods.join(', ') });
  }

  private report(error: AppError, thrown: unknown, request: ApiRequest): void {
    if (error.status < 500) return;
    const facts = {
      request_id: request.requestId,
      method: request.method,
      route: routeOf(request),
      err: rootOf(thrown),
    };
    if (error.code === 'internal_error') this.logger.error({ msg: 'request failed', ...facts });
    else this.logger.warn({ msg: 'request refused: not available', ...facts });
  }
}

function rootOf(thrown: unknown): unknown {
  return thrown instanceof AppError && thrown.cause !== undefined ? thrown.cause : thrown;
}

/** The pattern of the matched route. The path itself is not logged: it contains values of the client. */
export function routeOf(request: ApiRequest): string | null {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : null;
}

/** Sends the response to a request that is refused. */
export function sendError(request: ApiRequest, response: Response, error: AppError): void {
  const bytes = Buffer.from(errorBody(error));
  for (const name of ['ETag', 'Content-Type', 'Content-Length', 'Idempotent-Replayed']) response.removeHeader(name);
  response.writeHead(error.status, {
    ...error.headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
