import { get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ErrorFilter } from './error.filter';
import { IdParam, NameParam, SlugParam } from './id-param';
import { requestContext } from './request-context';
import { RouteTable } from './route-table';

@Controller()
class ParametersController {
  @Get('ids/:id')
  id(@IdParam('id') id: number): unknown {
    return { read: id };
  }

  @Get('slugs/:slug')
  slug(@SlugParam('slug') slug: string): unknown {
    return { read: slug };
  }

  @Get('names/:name')
  name(@NameParam('name', 'Name.', 'a') name: string): unknown {
    return { read: name };
  }
}

@Module({ controllers: [ParametersController] })
class ParametersModule {}

describe('a parameter of the path (contract §1.2, §1.3)', () => {
  let server: Server;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const app = await NestFactory.create(ParametersModule, { logger: false });
    app.use(requestContext());
    app.useGlobalFilters(new ErrorFilter(new RouteTable()));
    server = (await app.listen(0, '127.0.0.1')) as Server;
    stop = () => app.close();
  });
  afterAll(() => stop?.());

  /** The status, and what the handler or the error contains. */
  const request = (path: string): Promise<{ status: number | undefined; read?: unknown; code?: string }> =>
    new Promise((resolve, reject) => {
      get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', path, agent: false }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.once('end', () => resolve({ status: response.statusCode, ...(JSON.parse(text) as object) }));
      }).on('error', reject);
    });

  it.each<[path: string, read: unknown]>([
    ['/ids/1', 1],
    ['/ids/9007199254740991', Number.MAX_SAFE_INTEGER],
    ['/ids/%31', 1],
    ['/slugs/2gis', '2gis'],
    ['/slugs/-', '-'],
    [`/slugs/${'a'.repeat(64)}`, 'a'.repeat(64)],
    ['/names/mail-12', 'mail-12'],
    [`/names/${'a'.repeat(100)}`, 'a'.repeat(100)],
  ])('%s is read', async (path, read) => {
    expect(await request(path)).toEqual({ status: 200, read });
  });

  it.each<[path: string, status: number, code: string]>([
    ['/ids/0', 422, 'validation_error'],
    ['/ids/01', 422, 'validation_error'],
    ['/ids/9007199254740992', 422, 'validation_error'],
    ['/slugs/Google', 404, 'not_found'],
    [`/slugs/${'a'.repeat(65)}`, 404, 'not_found'],
    ['/names/-a', 422, 'validation_error'],
    [`/names/${'a'.repeat(101)}`, 422, 'validation_error'],
  ])('%s gives %i %s', async (path, status, code) => {
    expect(await request(path)).toMatchObject({ status, code });
  });

  it.each(
    ['ids', 'slugs', 'names'].flatMap((kind) =>
      ['%', '%zz', '%ff', 'a%', '%c0%af', '%ED%A0%80'].map((text) => `/${kind}/${text}`),
    ),
  )('%s, which has broken percent-encoding, gives 400', async (path) => {
    expect(await request(path)).toMatchObject({ status: 400, code: 'bad_request' });
  });
});
