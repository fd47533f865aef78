import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { BodyIds, Endpoint, IdParam, PageQuery, V3 } from '@libs/http';
import { pageOf, type Page } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import { ObjectsService } from '../../objects.service';
import { CreateObjectBody, RenameObjectBody, SWITCH_IDS, SwitchBody } from '../object.dto';
import {
  CreateResult,
  ObjectListItem,
  presentCreated,
  presentListItem,
  presentObject,
  presentSwitch,
  SingleObject,
  SwitchedObject,
} from '../object.presenter';

@ApiSchema({ description: 'Objects to be switched on or off.' })
class SwitchObjectsBody extends SwitchBody {
  @BodyIds(SWITCH_IDS)
  readonly object_ids!: readonly number[];
}

/** Objects in v3 (contract §4.6, §4.13). */
@ApiTags('Objects')
@Controller({ path: 'objects', version: V3 })
export class ObjectsController {
  constructor(private readonly objects: ObjectsService) {}

  @Post()
  @Endpoint({
    summary: 'Create an object, optionally with links',
    description:
      'A refused link cancels neither the object nor the other links; see `link_results`. Collection starts by itself.',
    status: 201,
    response: CreateResult,
    access: 'write',
    errors: ['object_limit_reached', 'object_creation_budget_exhausted'],
    idempotent: true,
  })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateObjectBody): Promise<CreateResult> {
    const urls = (body.links ?? []).map((link) => link.url);
    return presentCreated(await this.objects.create(caller, body.name, urls));
  }

  @Get()
  @Endpoint({
    summary: 'List objects with their links, newest first',
    description: 'Includes disabled objects.',
    page: ObjectListItem,
    access: 'read',
  })
  async list(@CurrentCaller() { accountId }: Caller, @Query() query: PageQuery): Promise<Page<ObjectListItem>> {
    const { objects, total } = await this.objects.page(accountId, query);
    return pageOf(objects.map(presentListItem), total, query);
  }

  @Get(':object_id')
  @Endpoint({
    summary: 'Read one object with all links',
    description: 'Also one that is switched off.',
    response: SingleObject,
    access: 'read',
    errors: ['not_found'],
  })
  async single(@CurrentCaller() { accountId }: Caller, @IdParam('object_id') objectId: number): Promise<SingleObject> {
    return presentObject(await this.objects.single(accountId, objectId));
  }

  @Put(':object_id')
  @Endpoint({
    summary: 'Rename an object',
    description: 'Nothing but the name changes.',
    response: SingleObject,
    access: 'write',
    errors: ['not_found'],
  })
  async rename(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('object_id') objectId: number,
    @Body() body: RenameObjectBody,
  ): Promise<SingleObject> {
    return presentObject(await this.objects.rename(accountId, objectId, body.name));
  }

  @Put()
  @Endpoint({
    name: 'switchObjects',
    summary: 'Switch a set of objects on or off',
    description: 'All or nothing. A disabled object is not collected, and its reviews and analytics are not returned.',
    list: SwitchedObject,
    access: 'write',
    errors: ['not_found', 'object_limit_reached'],
  })
  async switchMany(
    @CurrentCaller() caller: Caller,
    @Body() body: SwitchObjectsBody,
  ): Promise<{ data: readonly SwitchedObject[] }> {
    const switched = await this.objects.switchMany(caller, body.object_ids, body.is_active);
    return { data: switched.map(presentSwitch) };
  }

  @Delete(':object_id')
  @Endpoint({
    summary: 'Delete an object with its links',
    description: 'Its reviews disappear from all answers at once and are erased after 30 days.',
    status: 204,
    access: 'write',
    errors: ['not_found'],
  })
  async remove(@CurrentCaller() { accountId }: Caller, @IdParam('object_id') objectId: number): Promise<void> {
    await this.objects.remove(accountId, objectId);
  }
}
