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
import { asAppError, errorBody } from './error-answer';

const errorWith = (status: unknown, expose: unknown): Error => Object.assign(new Error('inside'), { status, expose });

describe('asAppError and errorBody (contract §7.1)', () => {
  it.each<[string, unknown, string]>([
    ['an AppError', new AppError('folder_not_found', 'No such folder'), 'folder_not_found'],
    ['the framework: 404', new NotFoundException('Cannot GET /x'), 'not_found'],
    ['the framework: 405', new MethodNotAllowedException(), 'method_not_allowed'],
    ['the framework: 503', new ServiceUnavailableException('shutting down'), 'service_unavailable'],
    ['the framework: 400', new HttpException('x', 400), 'bad_request'],
    ['the framework: 403', new ForbiddenException(), 'bad_request'],
    ['the framework: 413', new PayloadTooLargeException(), 'bad_request'],
    ['the framework: 418', new ImATeapotException(), 'bad_request'],
    ['the framework: 499', new HttpException('x', 499), 'bad_request'],
    ['the framework: 399', new HttpException('x', 399), 'internal_error'],
    ['the framework: 500', new HttpException('x', 500), 'internal_error'],
    ['the framework: 502', new HttpException('x', 502), 'internal_error'],
    ['a URIError', new URIError('malformed'), 'bad_request'],
    ['Express: 404', errorWith(404, true), 'not_found'],
    ['Express: 400', errorWith(400, true), 'bad_request'],
    ['Express: 413', errorWith(413, true), 'bad_request'],
    ['Express: an error that is not exposed', errorWith(500, false), 'internal_error'],
    ['a status without expose', errorWith(404, undefined), 'internal_error'],
    ['a status with an invalid expose', errorWith(400, 'true'), 'internal_error'],
    ['a status that is not a number', errorWith('404', true), 'internal_error'],
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
