import { HttpException, NotFoundException } from '@nestjs/common';
import { AppError, notFound } from '@libs/kernel';

/**
 * Converts a thrown value to the error that the client gets. An `AppError` is unchanged, an error of the framework gets the nearest
 * code, and all other values become `internal_error`.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status = error instanceof HttpException ? error.getStatus() : statusOf(error);
  if (error instanceof NotFoundException || status === 404) return notFound();
  if (status === 405) return new AppError('method_not_allowed', 'This method is not allowed here');
  if (status === 503) return new AppError('service_unavailable', 'The service is not available at the moment');
  if (status !== null && status >= 400 && status < 500)
    return new AppError('bad_request', 'The request cannot be read');
  return new AppError('internal_error', 'An internal error occurred');
}

/** The status of an error of Express or its middleware. They set `expose`; other code may set `status` alone. */
function statusOf(error: unknown): number | null {
  const candidate = error as { status?: unknown; expose?: unknown } | null;
  if (error instanceof URIError) return 400;
  return typeof candidate?.status === 'number' && candidate.expose === true ? candidate.status : null;
}

/** The body of every error response. */
export function errorBody(error: AppError): string {
  return JSON.stringify({ detail: error.detail, code: error.code });
}
