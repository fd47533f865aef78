import type { AddressInfo } from 'node:net';
import { Logger, Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { CONFIG, loadConfig } from '@libs/config';
import type { NextFunction, Request, Response } from 'express';
import { createHttpApp } from './http-app';

@Module({ providers: [{ provide: CONFIG, useValue: loadConfig({}) }] })
class EmptyRoot {}

describe('routes that are registered at the HTTP adapter', () => {
  let app: NestExpressApplication;
  let base: string;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    app = await createHttpApp(EmptyRoot);
    const adapter = app.getHttpAdapter();
    const first = (_: Request, response: Response, next: NextFunction): void => {
      response.setHeader('x-first', 'called');
      next();
    };
    const last = (_: Request, response: Response): void => void response.end('last');
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const register = adapter[method].bind(adapter) as (...route: unknown[]) => unknown;
      register('/several', first, last);
    }
    await app.listen(0, '127.0.0.1');
    base = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  });
  afterAll(() => app?.close());

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('call all their handlers: %s', async (method) => {
    const response = await fetch(`${base}/several`, { method });
    expect([response.headers.get('x-first'), await response.text()]).toEqual(['called', 'last']);
  });

  it.each([
    ['a handler without a path', [(): void => undefined]],
    ['a list of paths', [['/a', '/b'], (): void => undefined]],
    ['a path without a handler', ['/a']],
  ])('are refused if they are %s', (_what, route) => {
    const adapter = app.getHttpAdapter();
    expect(() => Reflect.apply(adapter.get, adapter, route)).toThrow('a route needs a path and a handler');
  });
});
