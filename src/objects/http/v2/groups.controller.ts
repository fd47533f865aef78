import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { BodyIds, Endpoint, IdParam, PageQuery, V2 } from '@libs/http';
import { pageOf, type Page } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import { ObjectsService } from '../../objects.service';
import { CreateObjectBody, RenameObjectBody, SWITCH_IDS, SwitchBody } from '../object.dto';
import {
  CreateResult,
  Group,
  GroupListItem,
  presentCreated,
  presentListItemV2,
  presentObjectV2,
  presentSwitch,
  SwitchedObject,
} from '../object.presenter';

@ApiSchema({ description: 'Objects to be switched on or off.' })
class SwitchGroupsBody extends SwitchBody {
  @BodyIds(SWITCH_IDS)
  readonly group_ids!: readonly number[];
}

/** Objects under their v2 name (contract §4.6). */
@ApiTags('Groups')
@Controller({ path: 'groups', version: V2 })
export class GroupsController {
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
    page: GroupListItem,
    access: 'read',
  })
  async list(@CurrentCaller() { accountId }: Caller, @Query() query: PageQuery): Promise<Page<GroupListItem>> {
    const { objects, total } = await this.objects.page(accountId, query);
    return pageOf(objects.map(presentListItemV2), total, query);
  }

  @Get(':group_id')
  @Endpoint({
    summary: 'Read one object with all links',
    description: 'Also one that is switched off.',
    response: Group,
    access: 'read',
    errors: ['not_found'],
  })
  async single(@CurrentCaller() { accountId }: Caller, @IdParam('group_id') groupId: number): Promise<Group> {
    return presentObjectV2(await this.objects.single(accountId, groupId));
  }

  @Put(':group_id')
  @Endpoint({
    summary: 'Rename an object',
    description: 'Nothing but the name changes.',
    response: Group,
    access: 'write',
    errors: ['not_found'],
  })
  async rename(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('group_id') groupId: number,
    @Body() body: RenameObjectBody,
  ): Promise<Group> {
    return presentObjectV2(await this.objects.rename(accountId, groupId, body.name));
  }

  @Put()
  @Endpoint({
    name: 'switchGroups',
    summary: 'Switch a set of objects on or off',
    description: 'All or nothing. A disabled object is not collected, and its reviews and analytics are not returned.',
    list: SwitchedObject,
    access: 'write',
    errors: ['not_found', 'object_limit_reached'],
  })
  async switchMany(
    @CurrentCaller() caller: Caller,
    @Body() body: SwitchGroupsBody,
  ): Promise<{ data: readonly SwitchedObject[] }> {
    const switched = await this.objects.switchMany(caller, body.group_ids, body.is_active);
    return { data: switched.map(presentSwitch) };
  }

  @Delete(':group_id')
  @Endpoint({
    summary: 'Delete an object with its links',
    description: 'Its reviews disappear from all answers at once and are erased after 30 days.',
    status: 204,
    access: 'write',
    errors: ['not_found'],
  })
  async remove(@CurrentCaller() { accountId }: Caller, @IdParam('group_id') groupId: number): Promise<void> {
    await this.objects.remove(accountId, groupId);
  }
}
