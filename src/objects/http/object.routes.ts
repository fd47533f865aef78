import { Body, Delete, Get, Injectable, Post, Put, type Type } from '@nestjs/common';
import { BodyOf, Endpoint, IdParam, QueryOf, type PageParameters, type ObjectNoun, type Presenter } from '@libs/http';
import { pageOf, type ErrorCode, type Page } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import { ObjectsService, type ObjectsPage, type ObjectWithLinks } from '../objects.service';
import {
  CreateObjectBody,
  CreateResult,
  presentCreated,
  presentSwitch,
  RenameObjectBody,
  SwitchedObject,
  type SwitchBody,
} from './object.shapes';

/** The parameters of the list, which differ between v2 and v3. */
interface ObjectListing<List extends PageParameters> {
  readonly query: Type<List>;
  readonly summary: string;
  readonly errors: readonly ErrorCode[];
  readonly read: (objects: ObjectsService, accountId: number, query: List) => Promise<ObjectsPage>;
}

/** The names and payloads that differ between v2 and v3. */
interface ObjectNames<Switch extends SwitchBody, List extends PageParameters> {
  readonly noun: ObjectNoun;
  readonly single: Presenter<ObjectWithLinks>;
  readonly listItem: Presenter<ObjectWithLinks>;
  readonly switchOperation: string;
  readonly switchBody: Type<Switch>;
  readonly switchedIds: (body: Switch) => readonly number[];
  readonly list: ObjectListing<List>;
}

/** Routes of objects (contract §4.6). */
export function objectRoutes<Switch extends SwitchBody, List extends PageParameters>(names: ObjectNames<Switch, List>) {
  const { single, listItem, switchBody, list } = names;
  const id = `${names.noun}_id`;

  @Injectable()
  abstract class ObjectRoutes {
    constructor(private readonly objects: ObjectsService) {}

    @Post()
    @Endpoint({
      summary: 'Create an object, optionally with links',
      description:
        'A refused link cancels neither the object nor the other links; see `link_results`. Collection starts automatically.',
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
      summary: list.summary,
      description: 'Includes disabled objects.',
      page: listItem.shape,
      access: 'read',
      errors: list.errors,
    })
    async list(@CurrentCaller() { accountId }: Caller, @QueryOf(list.query) query: List): Promise<Page<object>> {
      const { objects, total } = await list.read(this.objects, accountId, query);
      return pageOf(objects.map(listItem.present), total, query);
    }

    @Get(`:${id}`)
    @Endpoint({
      summary: 'Read one object with all links',
      description: 'Includes disabled objects.',
      response: single.shape,
      access: 'read',
      errors: ['not_found'],
    })
    async get(@CurrentCaller() { accountId }: Caller, @IdParam(id) objectId: number): Promise<object> {
      return single.present(await this.objects.single(accountId, objectId));
    }

    @Put(`:${id}`)
    @Endpoint({
      summary: 'Rename an object',
      description: 'Changes only the name.',
      response: single.shape,
      access: 'write',
      errors: ['not_found'],
    })
    async update(
      @CurrentCaller() { accountId }: Caller,
      @IdParam(id) objectId: number,
      @Body() body: RenameObjectBody,
    ): Promise<object> {
      return single.present(await this.objects.rename(accountId, objectId, body.name));
    }

    @Put()
    @Endpoint({
      name: names.switchOperation,
      summary: 'Switch a set of objects on or off',
      description:
        'All or nothing. A disabled object is not collected, and its reviews and analytics are not returned.',
      list: SwitchedObject,
      access: 'write',
      errors: ['not_found', 'object_limit_reached'],
    })
    async switchMany(
      @CurrentCaller() caller: Caller,
      @BodyOf(switchBody) body: Switch,
    ): Promise<{ data: readonly SwitchedObject[] }> {
      const switched = await this.objects.switchMany(caller, names.switchedIds(body), body.is_active);
      return { data: switched.map(presentSwitch) };
    }

    @Delete(`:${id}`)
    @Endpoint({
      summary: 'Delete an object with its links',
      description: 'Responses no longer contain its reviews, which are erased after 30 days.',
      status: 204,
      access: 'write',
      errors: ['not_found'],
    })
    async remove(@CurrentCaller() { accountId }: Caller, @IdParam(id) objectId: number): Promise<void> {
      await this.objects.remove(accountId, objectId);
    }
  }
  return ObjectRoutes;
}
