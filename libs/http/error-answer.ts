import { HttpException, NotFoundException } from '@nestjs/common';
import { AppError, notFound } from '@libs/kernel';

/**
 * What any thrown value is to a client: the kernel's table for our own refusals, the nearest code for what the framework
 * throws, and `internal_error` that says nothing for the rest.
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

/** Express and its parts mark their errors with a status; only marks of theirs count, never a number from elsewhere. */
function statusOf(error: unknown): number | null {
  const candidate = error as { status?: unknown; expose?: unknown } | null;
  if (error instanceof URIError) return 400;
  return typeof candidate?.status === 'number' && candidate.expose === true ? candidate.status : null;
}

/** The body of every error, exactly. */
export function errorBody(error: AppError): string {
  return JSON.stringify({ detail: error.detail, code: error.code });
}
