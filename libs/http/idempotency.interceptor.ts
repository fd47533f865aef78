import { createHash } from 'node:crypto';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { AppError } from '@libs/kernel';
import { Database } from '@libs/database';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { findResponse, lockKey, storeResponse, type IdempotencyScope } from './idempotency.store';
import { unreadable } from './input-fields';
import type { ApiRequest } from './api-request';

/**
 * `Idempotency-Key` (contract §4.1). The key's lock, the handler's work and the stored response belong to one transaction, so a
 * slow handler cannot lose the key, and a crash leaves no lock. An error rolls the transaction back, so only 2xx responses are
 * stored, and a failed request releases its key.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly database: Database) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const response = http.getResponse<Response>();
    const key = readKey(request);
    if (key === null || request.caller === undefined) return next.handle();
    const scope = { accountId: request.caller.accountId, key, fingerprint: fingerprintOf(request) };
    return from(this.once(scope, response, next));
  }

  private async once(scope: IdempotencyScope, response: Response, next: CallHandler): Promise<string> {
    const result = await this.database.transaction(async () => {
      if (!(await lockKey(this.database, scope))) {
        throw new AppError('idempotency_in_progress', 'A request with this Idempotency-Key is still running');
      }
      const stored = await findResponse(this.database, scope);
      if (stored === 'other_request') {
        throw new AppError('idempotency_conflict', 'This Idempotency-Key was used for a different request');
      }
      if (stored) return { ...stored, replayed: true };
      const body = JSON.stringify(await lastValueFrom<unknown>(next.handle()));
      await storeResponse(this.database, scope, { status: response.statusCode, body });
      return { status: response.statusCode, body, replayed: false };
    });
    response.status(result.status);
    if (result.replayed) response.setHeader('Idempotent-Replayed', 'true');
    return result.body;
  }
}

/**
 * Returns the key, or null without the header. Throws 400 unless it is 1-255 visible ASCII characters. Node joins a header that was
 * sent twice with `, `, which contains a space and is refused.
 */
function readKey(request: ApiRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw unreadable('Idempotency-Key must be 1 to 255 visible ASCII characters, given once');
}

/** A hash of the method, the path with its query, and the raw body. */
function fingerprintOf(request: ApiRequest): Buffer {
  const hash = createHash('sha256').update(`${request.method} ${request.originalUrl}\n`);
  return hash.update(request.rawBody ?? Buffer.alloc(0)).digest();
}
