/** Bodies (contract §4.6) and responses (§2.1) of objects. v2 and v3 have the same fields; only the links differ. */
import { ApiSchema } from '@nestjs/swagger';
import { BodyBoolean, BodyList, BodyName, Input, Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { OBJECT_STATES, objectState, type ObjectStateName } from '../domain/object-state';
import { lastScrapedAt, objectStatus, type ObjectStatus } from '../domain/object-status';
import type { ObjectSwitch } from '../domain/tracked-object';
import type { CreatedObject, ObjectWithLinks } from '../objects.service';
import { Link, LinkAddress, LinkResult, LinkV2, presentLink, presentLinkResult, presentLinkV2 } from './link.shapes';

const NAME = { description: 'Name of the object.', min: 1, max: 200, example: 'Hotel Example' };

@ApiSchema({ description: 'An object to create, with the pages to collect from.' })
export class CreateObjectBody extends Input({
  name: BodyName(NAME),
  links: BodyList(() => LinkAddress, {
    description: 'Pages of the object, at most one per platform.',
    max: 50,
    optional: true,
  }),
}) {}

@ApiSchema({ description: 'The new name of an object.' })
export class RenameObjectBody extends Input({ name: BodyName(NAME) }) {}

export abstract class SwitchBody extends Input({
  is_active: BodyBoolean({ description: 'Whether to enable or to disable the objects.' }),
}) {}

/** The field with the objects to switch. */
export const SWITCH_IDS = {
  description: 'Objects to switch, all or none. Repeated ids are no error.',
  min: 1,
  max: 1000,
  example: [1, 2],
};

const OBJECT_STATUSES = [
  'pending',
  'in_progress',
  'success',
  'partial',
  'failed',
] as const satisfies readonly ObjectStatus[];

abstract class ObjectListFields extends Shape({
  id: { type: 'integer', description: 'Id of the object.' },
  name: { type: 'string', description: 'Name of the object.', example: 'Hotel Example' },
  is_active: {
    type: 'boolean',
    description: 'A disabled object is not collected; its reviews and analytics are not returned.',
  },
  scrape_status: {
    type: 'string',
    values: OBJECT_STATUSES,
    description:
      'Outcome of the last collection of the enabled links: all, some, none, running, or nothing to collect yet.',
  },
  last_scraped_at: { type: 'date-time', nullable: true, description: 'Latest collection among the enabled links.' },
  created_at: { type: 'date-time', description: 'When the object was created.' },
}) {}

/** The field `state` of an object, alone and in a list. */
const STATE = {
  type: 'string',
  nullable: true,
  values: OBJECT_STATES,
  description:
    'The state in one word, from the `state` of the enabled links; null without one. `off`: the object is disabled. `collecting`: a link ' +
    'is being read. `up_to_date`, `waiting`, `paused`: all links are. `failed`: no link was read. `partial`: some were, or in part.',
  example: 'up_to_date',
} as const;

@ApiSchema({ description: 'An object in a list, with its links.' })
export class GroupListItem extends Shape(ObjectListFields, {
  links: { type: () => LinkV2, list: true, description: 'Links, oldest first.' },
}) {}

@ApiSchema({ description: 'An object in a list, with its links.' })
export class ObjectListItem extends Shape(ObjectListFields, {
  state: STATE,
  links: { type: () => Link, list: true, description: 'Links, oldest first.' },
}) {}

abstract class ObjectFields extends Shape({
  id: { type: 'integer', description: 'Id of the object.' },
  user_id: { type: 'integer', description: 'Owner.' },
  name: { type: 'string', description: 'Name of the object.', example: 'Hotel Example' },
  created_at: { type: 'date-time', description: 'When the object was created.' },
  deleted_at: { type: 'date-time', nullable: true, description: 'Always null: a deleted object is not returned.' },
}) {}

@ApiSchema({ description: 'An object with its links.' })
export class Group extends Shape(ObjectFields, {
  links: { type: () => LinkV2, list: true, description: 'Links, oldest first.' },
}) {}

@ApiSchema({ description: 'An object with its links.' })
export class SingleObject extends Shape(ObjectFields, {
  is_active: {
    type: 'boolean',
    description: 'A disabled object is not collected; its reviews and analytics are not returned.',
  },
  state: STATE,
  links: { type: () => Link, list: true, description: 'Links, oldest first.' },
}) {}

@ApiSchema({ description: 'A new object and the result for each address.' })
export class CreateResult extends Shape({
  name: { type: 'string', description: 'Name of the object.', example: 'Hotel Example' },
  id: { type: 'integer', description: 'Id of the object.' },
  user_id: { type: 'integer', description: 'Owner.' },
  created_at: { type: 'date-time', description: 'When the object was created.' },
  link_results: { type: () => LinkResult, list: true, description: 'The result for each address, in request order.' },
}) {}

@ApiSchema({ description: 'An object after a switch.' })
export class SwitchedObject extends Shape({
  id: { type: 'integer', description: 'Id of the object.' },
  is_active: { type: 'boolean', description: 'Whether the object is enabled.' },
}) {}

const stateOf = ({ object, links }: ObjectWithLinks): ObjectStateName | null => objectState(object.isActive, links);

function listFields({ object, links }: ObjectWithLinks): ObjectListFields {
  return {
    id: object.id,
    name: object.name,
    is_active: object.isActive,
    scrape_status: objectStatus(links),
    last_scraped_at: wireTimeOrNull(lastScrapedAt(links)),
    created_at: wireTime(object.createdAt),
  };
}

function singleFields({ object }: ObjectWithLinks): ObjectFields {
  return {
    id: object.id,
    user_id: object.accountId,
    name: object.name,
    created_at: wireTime(object.createdAt),
    deleted_at: wireTimeOrNull(object.deletedAt),
  };
}

export function presentListItem(item: ObjectWithLinks): ObjectListItem {
  return { ...listFields(item), state: stateOf(item), links: item.links.map(presentLink) };
}

export function presentListItemV2(item: ObjectWithLinks): GroupListItem {
  return { ...listFields(item), links: item.links.map(presentLinkV2) };
}

export function presentObject(item: ObjectWithLinks): SingleObject {
  return {
    ...singleFields(item),
    is_active: item.object.isActive,
    state: stateOf(item),
    links: item.links.map(presentLink),
  };
}

export function presentObjectV2(item: ObjectWithLinks): Group {
  return { ...singleFields(item), links: item.links.map(presentLinkV2) };
}

export function presentCreated({ object, outcomes }: CreatedObject): CreateResult {
  return {
    name: object.name,
    id: object.id,
    user_id: object.accountId,
    created_at: wireTime(object.createdAt),
    link_results: outcomes.map(presentLinkResult),
  };
}

export function presentSwitch({ id, isActive }: ObjectSwitch): SwitchedObject {
  return { id, is_active: isActive };
}
