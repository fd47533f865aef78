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

const marked = (status: unknown, expose: unknown): Error => Object.assign(new Error('inside'), { status, expose });

describe('what a thrown value is to a client (contract §7.1)', () => {
  it.each<[string, unknown, string]>([
    ['an AppError, unchanged', new AppError('folder_not_found', 'No such folder'), 'folder_not_found'],
    ['the framework: 404', new NotFoundException('Cannot GET /x'), 'not_found'],
    ['the framework: 405', new MethodNotAllowedException(), 'method_not_allowed'],
    ['the framework: 503', new ServiceUnavailableException('shutting down'), 'service_unavailable'],
    ['the framework: the lowest 4xx', new HttpException('x', 400), 'bad_request'],
    ['the framework: 403', new ForbiddenException(), 'bad_request'],
    ['the framework: 413', new PayloadTooLargeException(), 'bad_request'],
    ['the framework: 418', new ImATeapotException(), 'bad_request'],
    ['the framework: the highest 4xx', new HttpException('x', 499), 'bad_request'],
    ['the framework: no refusal', new HttpException('x', 399), 'internal_error'],
    ['the framework: 500', new HttpException('x', 500), 'internal_error'],
    ['the framework: 502', new HttpException('x', 502), 'internal_error'],
    ['an address that cannot be decoded', new URIError('malformed'), 'bad_request'],
    ['express: 404', marked(404, true), 'not_found'],
    ['express: 400', marked(400, true), 'bad_request'],
    ['express: 413', marked(413, true), 'bad_request'],
    ['express: its own fault', marked(500, false), 'internal_error'],
    ['a status from elsewhere', marked(404, undefined), 'internal_error'],
    ['a status from elsewhere', marked(400, 'true'), 'internal_error'],
    ['a status that is no number', marked('404', true), 'internal_error'],
    ['an unexpected error', new TypeError("Cannot read properties of undefined (reading 'secret')"), 'internal_error'],
    ['a text', 'broken', 'internal_error'],
    ['nothing', undefined, 'internal_error'],
    ['null', null, 'internal_error'],
  ])('%s', (_, thrown, code) => {
    const answer = asAppError(thrown);
    expect(answer.code).toBe(code);
    if (thrown instanceof AppError) expect(answer).toBe(thrown);
    else expect(errorBody(answer)).not.toMatch(/inside|secret|broken|Cannot|shutting|malformed/);
  });

  it('an error has exactly a detail and a code', () =>
    expect(errorBody(new AppError('conflict', 'Taken "already"'))).toBe(
      '{"detail":"Taken \\"already\\"","code":"conflict"}',
    ));
});
