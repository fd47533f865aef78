import {
  ForbiddenException,
  HttpException,
  ImATeapotException,
  MethodNotAllowedException,
  NotFoundException,
  PayloadTooLargeException,
  ServiceUnavailableException,
} from '@nestjs/common';
import { AppError } from '@libs/kernel';
import { asAppError, errorBody } from './error-response';

const errorWith = (status: unknown, expose: unknown): Error => Object.assign(new Error('inside'), { status, expose });

describe('asAppError and errorBody (contract §7.1)', () => {
  it.each<[string, unknown, string]>([
    ['an AppError', new AppError('folder_not_found', 'No such folder'), 'folder_not_found'],
    ['a framework error with status 404', new NotFoundException('Cannot GET /x'), 'not_found'],
    ['a framework error with status 405', new MethodNotAllowedException(), 'method_not_allowed'],
    ['a framework error with status 503', new ServiceUnavailableException('shutting down'), 'service_unavailable'],
    ['a framework error with status 400', new HttpException('x', 400), 'bad_request'],
    ['a framework error with status 403', new ForbiddenException(), 'bad_request'],
    ['a framework error with status 413', new PayloadTooLargeException(), 'bad_request'],
    ['a framework error with status 418', new ImATeapotException(), 'bad_request'],
    ['a framework error with status 499', new HttpException('x', 499), 'bad_request'],
    ['a framework error with status 399', new HttpException('x', 399), 'internal_error'],
    ['a framework error with status 500', new HttpException('x', 500), 'internal_error'],
    ['a framework error with status 502', new HttpException('x', 502), 'internal_error'],
    ['a URIError', new URIError('malformed'), 'bad_request'],
    ['an Express error with status 404', errorWith(404, true), 'not_found'],
    ['an Express error with status 400', errorWith(400, true), 'bad_request'],
    ['an Express error with status 413', errorWith(413, true), 'bad_request'],
    ['an Express error that is not exposed', errorWith(500, false), 'internal_error'],
    ['an error that has a status and no expose', errorWith(404, undefined), 'internal_error'],
    ['an error with an invalid expose', errorWith(400, 'true'), 'internal_error'],
    ['an error whose status is not a number', errorWith('404', true), 'internal_error'],
    ['an unexpected error', new TypeError("Cannot read properties of undefined (reading 'secret')"), 'internal_error'],
    ['a string', 'broken', 'internal_error'],
    ['undefined', undefined, 'internal_error'],
    ['null', null, 'internal_error'],
  ])('converts %s (%p) to the code %s', (_, thrown, code) => {
    const converted = asAppError(thrown);
    expect(converted.code).toBe(code);
    if (thrown instanceof AppError) expect(converted).toBe(thrown);
    else expect(errorBody(converted)).not.toMatch(/inside|secret|broken|Cannot|shutting|malformed/);
  });

  it('the body of an error has exactly a detail and a code', () =>
    expect(errorBody(new AppError('conflict', 'Taken "already"'))).toBe(
      '{"detail":"Taken \\"already\\"","code":"conflict"}',
    ));
});
