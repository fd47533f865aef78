import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, Shown, V2 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { LinkAddress, LinkResult, LinkV2, presentLinkResult, presentLinkV2 } from '@src/objects';
import { LinksService } from '../../links.service';
import { ChangeLinkBody, linkChangeOf } from '../link.dto';

@ApiSchema({ description: 'The object and the result for the address.' })
class AddedToGroup {
  @Shown({ type: 'integer', description: 'The object.' })
  readonly group_id!: number;

  @Shown({ type: () => LinkResult, list: true, description: 'What became of the address.' })
  readonly link_results!: readonly LinkResult[];
}

/** Links of an object under their v2 paths (contract §4.6). */
@ApiTags('Links')
@Controller({ path: 'groups/:group_id/links', version: V2 })
export class GroupLinksController {
  constructor(private readonly links: LinksService) {}

  @Post()
  @Endpoint({
    summary: 'Add a link to an object',
    description: 'A refused address is no error: see `error_code` in `link_results`. Collection starts by itself.',
    status: 201,
    response: AddedToGroup,
    access: 'write',
    errors: ['not_found'],
    idempotent: true,
  })
  async add(
    @CurrentCaller() caller: Caller,
    @IdParam('group_id') groupId: number,
    @Body() body: LinkAddress,
  ): Promise<AddedToGroup> {
    const outcomes = await this.links.add(caller, groupId, [body.url]);
    return { group_id: groupId, link_results: outcomes.map(presentLinkResult) };
  }

  @Get()
  @Endpoint({
    summary: 'List the links of an object',
    description: 'All links, also disabled ones, with the outcome of their last collection.',
    list: LinkV2,
    access: 'read',
    errors: ['not_found'],
  })
  async list(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('group_id') groupId: number,
  ): Promise<{ data: readonly LinkV2[] }> {
    return { data: (await this.links.list(accountId, groupId)).map(presentLinkV2) };
  }

  @Put(':link_id')
  @Endpoint({
    summary: 'Rename a link, stop or start its collection',
    description: 'Absent fields stay as they are. A disabled link keeps its reviews.',
    response: LinkV2,
    access: 'write',
    errors: ['not_found'],
  })
  async change(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('group_id') groupId: number,
    @IdParam('link_id') linkId: number,
    @Body() body: ChangeLinkBody,
  ): Promise<LinkV2> {
    return presentLinkV2(await this.links.change(accountId, groupId, linkId, linkChangeOf(body)));
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
    @IdParam('group_id') groupId: number,
    @IdParam('link_id') linkId: number,
  ): Promise<void> {
    await this.links.remove(accountId, groupId, linkId);
  }
}
