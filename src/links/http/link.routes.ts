import { Body, Delete, Get, Injectable, Post, Put } from '@nestjs/common';
import { Endpoint, IdParam, type ObjectNoun, type Presenter } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { LinkAddress, type LinkOutcome, type LinkView } from '@src/objects';
import { LinksService } from '../links.service';
import { ChangeLinkBody, linkChangeOf } from './link.shapes';

/** An object and the outcome for each address that was added to it. */
export interface AddedLinks {
  readonly objectId: number;
  readonly outcomes: readonly LinkOutcome[];
}

/** The names and response types that differ between the API versions. */
interface LinkNames {
  readonly noun: ObjectNoun;
  readonly link: Presenter<LinkView>;
  readonly added: Presenter<AddedLinks>;
}

/** Routes of the links of an object (contract §4.6). */
export function linkRoutes({ noun, link, added }: LinkNames) {
  const id = `${noun}_id`;

  @Injectable()
  abstract class LinkRoutes {
    constructor(private readonly links: LinksService) {}

    @Post()
    @Endpoint({
      summary: 'Add a link to an object',
      description:
        'A refused address is not an error: see `error_code` in `link_results`. Collection starts automatically.',
      status: 201,
      response: added.shape,
      access: 'write',
      errors: ['not_found'],
      idempotent: true,
    })
    async create(
      @CurrentCaller() caller: Caller,
      @IdParam(id) objectId: number,
      @Body() body: LinkAddress,
    ): Promise<object> {
      return added.present({ objectId, outcomes: await this.links.add(caller, objectId, body.url) });
    }

    @Get()
    @Endpoint({
      summary: 'List the links of an object',
      description: 'All links, also disabled ones, with the outcome of their last collection.',
      list: link.shape,
      access: 'read',
      errors: ['not_found'],
    })
    async list(
      @CurrentCaller() { accountId }: Caller,
      @IdParam(id) objectId: number,
    ): Promise<{ data: readonly object[] }> {
      return { data: (await this.links.list(accountId, objectId)).map(link.present) };
    }

    @Put(':link_id')
    @Endpoint({
      summary: 'Rename a link, stop or start its collection',
      description: 'Absent fields do not change. A disabled link keeps its reviews.',
      response: link.shape,
      access: 'write',
      errors: ['not_found'],
    })
    async update(
      @CurrentCaller() { accountId }: Caller,
      @IdParam(id) objectId: number,
      @IdParam('link_id') linkId: number,
      @Body() body: ChangeLinkBody,
    ): Promise<object> {
      return link.present(await this.links.change(accountId, objectId, linkId, linkChangeOf(body)));
    }

    @Delete(':link_id')
    @Endpoint({
      summary: 'Disconnect a platform',
      description: 'From then on, no response contains its reviews.',
      status: 204,
      access: 'write',
      errors: ['not_found'],
    })
    async remove(
      @CurrentCaller() { accountId }: Caller,
      @IdParam(id) objectId: number,
      @IdParam('link_id') linkId: number,
    ): Promise<void> {
      await this.links.remove(accountId, objectId, linkId);
    }
  }
  return LinkRoutes;
}
