import { Controller } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { BodyIds, presenter, V3 } from '@libs/http';
import { ObjectsQuery, listRequestOf } from './objects.query.dto';
import { SWITCH_IDS, SwitchBody } from '../object.dto';
import { ObjectListItem, presentListItem, presentObject, SingleObject } from '../object.presenter';
import { objectRoutes } from '../object.routes';

@ApiSchema({ description: 'Objects to be switched on or off.' })
class SwitchObjectsBody extends SwitchBody {
  @BodyIds(SWITCH_IDS)
  readonly object_ids!: readonly number[];
}

/** Objects in v3 (contract §4.6, §4.13). */
@ApiTags('Objects')
@Controller({ path: 'objects', version: V3 })
export class ObjectsController extends objectRoutes({
  noun: 'object',
  single: presenter(SingleObject, presentObject),
  listItem: presenter(ObjectListItem, presentListItem),
  switchOperation: 'switchObjects',
  switchBody: SwitchObjectsBody,
  switchedIds: (body) => body.object_ids,
  list: {
    query: ObjectsQuery,
    summary: 'List objects with their links',
    errors: ['folder_not_found'],
    read: (objects, accountId, query) => objects.list(accountId, listRequestOf(query)),
  },
}) {}
