import { Controller } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { BodyIds, Input, presenter, V3 } from '@libs/http';
import { ObjectsParameters, listRequestOf } from './objects-parameters.shapes';
import { ObjectListItem, presentListItem, presentObject, SingleObject, SWITCH_IDS, SwitchBody } from '../object.shapes';
import { objectRoutes } from '../object.routes';

@ApiSchema({ description: 'Objects to be switched on or off.' })
class SwitchObjectsBody extends Input(SwitchBody, { object_ids: BodyIds(SWITCH_IDS) }) {}

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
    query: ObjectsParameters,
    summary: 'List objects with their links',
    errors: ['folder_not_found'],
    read: (objects, accountId, query) => objects.list(accountId, listRequestOf(query)),
  },
}) {}
