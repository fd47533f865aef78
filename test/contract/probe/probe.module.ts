import { Body, Controller, Delete, Get, Module, Post, Query } from '@nestjs/common';
import { Database } from '@libs/database';
import {
  BodyIds,
  BodyList,
  BodyText,
  Endpoint,
  IdParam,
  Input,
  PageParameters,
  QueryBoolean,
  QueryNumber,
  Shape,
  V3,
} from '@libs/http';
import { AppError, notFound, pageOf, type Page } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';

/** Routes for tests: they use the real HTTP layer, and their handlers fail or wait as the tests need. */
class ProbeItem extends Input({ url: BodyText({ description: 'Address.', min: 1, max: 20 }) }) {}

class ProbeBody extends Input({
  name: BodyText({ description: 'Name.', min: 1, max: 20 }),
  links: BodyList(() => ProbeItem, { description: 'Links.', max: 2, optional: true }),
}) {}

class ProbeIds extends Input({ ids: BodyIds({ description: 'Ids.', min: 1, max: 200, optional: true }) }) {}

class ProbeParameters extends Input(PageParameters, {
  has_reply: QueryBoolean({ description: 'Flag.' }),
  min_rating: QueryNumber({ description: 'Number.', min: 0, max: 5 }),
}) {}

class ProbeResponse extends Shape({
  id: { type: 'integer', description: 'Id.' },
  name: { type: 'string', description: 'Name.' },
}) {}

class EtagResponse extends Shape(ProbeResponse, {
  generated_at: { type: 'date-time', description: 'The time of creation.' },
}) {}

@Controller({ path: 'probes', version: V3 })
class ProbeController {
  private generated = 0;

  constructor(private readonly database: Database) {}

  @Get()
  @Endpoint({ summary: 'List', page: ProbeResponse, access: 'read' })
  list(@Query() query: ProbeParameters): Page<ProbeResponse> {
    return pageOf([], 0, query);
  }

  @Get('tagged')
  @Endpoint({ summary: 'Tagged', response: EtagResponse, access: 'read', etag: true })
  tagged(): EtagResponse {
    this.generated += 1;
    return { id: 1, name: 'same', generated_at: `2026-01-01T00:00:${String(this.generated % 60).padStart(2, '0')}` };
  }

  @Get('broken')
  @Endpoint({ summary: 'Fails', response: ProbeResponse, access: 'read' })
  broken(): ProbeResponse {
    throw new Error('an internal secret: hunter2');
  }

  @Get('slow')
  @Endpoint({ summary: 'Holds a connection', response: ProbeResponse, access: 'read' })
  async slow(): Promise<ProbeResponse> {
    await this.database.query('select pg_sleep(10)');
    return { id: 1, name: 'slow' };
  }

  @Get(':probe_id')
  @Endpoint({ summary: 'One', response: ProbeResponse, access: 'read' })
  one(@IdParam('probe_id') id: number): ProbeResponse {
    if (id > 1_000_000) throw notFound();
    return { id, name: 'one' };
  }

  @Post()
  @Endpoint({
    summary: 'Create',
    status: 201,
    response: ProbeResponse,
    access: 'write',
    idempotent: true,
    errors: ['conflict'],
  })
  async create(@CurrentCaller() caller: Caller, @Body() body: ProbeBody): Promise<ProbeResponse> {
    return this.database.transaction(async () => {
      const [row] = await this.database.query<{ id: number }>(
        'insert into tracked_object (account_id, name) values ($1, $2) returning id',
        [caller.accountId, body.name],
      );
      if (body.name === 'refused') throw new AppError('conflict', 'It is refused');
      if (body.name === 'slow') await this.database.query('select pg_sleep(1)');
      return { id: row?.id ?? 0, name: body.name };
    });
  }

  @Delete()
  @Endpoint({ summary: 'Remove', status: 204, access: 'write' })
  remove(@Body() body: ProbeIds): void {
    if (body.ids?.includes(13)) throw notFound();
  }
}

@Module({ controllers: [ProbeController] })
export class ProbeModule {}
