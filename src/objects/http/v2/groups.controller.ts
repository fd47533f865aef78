import { Controller } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { BodyIds, Input, PageParameters, presenter, V2 } from '@libs/http';
import { Group, GroupListItem, presentListItemV2, presentObjectV2, SWITCH_IDS, SwitchBody } from '../object.shapes';
import { objectRoutes } from '../object.routes';

@ApiSchema({ description: 'Objects to be switched on or off.' })
class SwitchGroupsBody extends Input(SwitchBody, { group_ids: BodyIds(SWITCH_IDS) }) {}

/** Objects under their v2 name (contract §4.6). */
@ApiTags('Groups')
@Controller({ path: 'groups', version: V2 })
export class GroupsController extends objectRoutes({
  noun: 'group',
  single: presenter(Group, presentObjectV2),
  listItem: presenter(GroupListItem, presentListItemV2),
  switchOperation: 'switchGroups',
  switchBody: SwitchGroupsBody,
  switchedIds: (body) => body.group_ids,
  list: {
    query: PageParameters,
    summary: 'List objects with their links, newest first',
    errors: [],
    read: (objects, accountId, query) => objects.page(accountId, query),
  },
}) {}
