import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, Shown, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { Link, LinkAddress, LinkResult, presentLink, presentLinkResult } from '@src/objects';
import { LinksService } from '../../links.service';
import { ChangeLinkBody, linkChangeOf } from '../link.dto';

@ApiSchema({ description: 'The object and the result for the address.' })
class AddedToObject {
  @Shown({ type: 'integer', description: 'The object.' })
  readonly object_id!: number;

  @Shown({ type: () => LinkResult, list: true, description: 'What became of the address.' })
  readonly link_results!: readonly LinkResult[];
}

/** Links of an object in v3 (contract §4.6, §4.13). */
@ApiTags('Links')
@Controller({ path: 'objects/:object_id/links', version: V3 })
export class ObjectLinksController {
  constructor(private readonly links: LinksService) {}

  @Post()
  @Endpoint({
    summary: 'Add a link to an object',
    description: 'A refused address is no error: see `error_code` in `link_results`. Collection starts by itself.',
    status: 201,
    response: AddedToObject,
    access: 'write',
    errors: ['not_found'],
    idempotent: true,
  })
  async add(
    @CurrentCaller() caller: Caller,
    @IdParam('object_id') objectId: number,
    @Body() body: LinkAddress,
  ): Promise<AddedToObject> {
    const outcomes = await this.links.add(caller, objectId, [body.url]);
    return { object_id: objectId, link_results: outcomes.map(presentLinkResult) };
  }

  @Get()
  @Endpoint({
    summary: 'List the links of an object',
    description: 'All links, also disabled ones, with the outcome of their last collection.',
    list: Link,
    access: 'read',
    errors: ['not_found'],
  })
  async list(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('object_id') objectId: number,
  ): Promise<{ data: readonly Link[] }> {
    return { data: (await this.links.list(accountId, objectId)).map(presentLink) };
  }

  @Put(':link_id')
  @Endpoint({
    summary: 'Rename a link, stop or start its collection',
    description: 'Absent fields stay as they are. A disabled link keeps its reviews.',
    response: Link,
    access: 'write',
    errors: ['not_found'],
  })
  async change(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('object_id') objectId: number,
    @IdParam('link_id') linkId: number,
    @Body() body: ChangeLinkBody,
  ): Promise<Link> {
    return presentLink(await this.links.change(accountId, objectId, linkId, linkChangeOf(body)));
  }

  @Delete(':link_id')
  @Endpoint({
    summary: 'Disconnect a platform',
    description: 'Its reviews disappear from all answers at once.',
    status: 204,
    access: 'write',
    errors: ['not_found'],
  })
  async remove(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('object_id') objectId: number,
    @IdParam('link_id') linkId: number,
  ): Promise<void> {
    await this.links.remove(accountId, objectId, linkId);
  }
}
