import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { EmbedsService } from '../../embeds.service';
import { ChangeEmbedBody, changeOf, CreateEmbedBody, Embed, optionsOf, presentEmbed, scopeOf } from './embed.shapes';

/** The embeds of an account (contract §4.23): v3 only. */
@ApiTags('Embeds')
@Controller({ path: 'embeds', version: V3 })
export class EmbedsController {
  constructor(private readonly embeds: EmbedsService) {}

  @Post()
  @Endpoint({
    summary: 'Show reviews on a web page',
    description:
      'Creates a public token for the reviews of an object or a folder. At most 100 of an account: 409 `conflict`.',
    status: 201,
    response: Embed,
    access: 'write',
    errors: ['object_and_folder_conflict', 'object_or_folder_required', 'not_found', 'folder_not_found', 'conflict'],
  })
  async create(@CurrentCaller() { accountId }: Caller, @Body() body: CreateEmbedBody): Promise<Embed> {
    return presentEmbed(await this.embeds.create(accountId, scopeOf(body), optionsOf(body.options)));
  }

  @Get()
  @Endpoint({
    summary: 'List all embeds',
    description: 'Oldest first, with their tokens.',
    list: Embed,
    access: 'read',
  })
  async list(@CurrentCaller() { accountId }: Caller): Promise<{ readonly data: readonly Embed[] }> {
    return { data: (await this.embeds.list(accountId)).map(presentEmbed) };
  }

  @Patch(':embed_id')
  @Endpoint({
    summary: 'Change what an embed shows',
    description: 'The token stays. Pages show the change within two minutes.',
    response: Embed,
    access: 'write',
  })
  async update(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('embed_id') embedId: number,
    @Body() body: ChangeEmbedBody,
  ): Promise<Embed> {
    return presentEmbed(await this.embeds.change(accountId, embedId, changeOf(body)));
  }

  @Delete(':embed_id')
  @Endpoint({
    summary: 'Revoke an embed',
    description:
      'Its token is unknown from then on, within a second in every process. Browsers keep an answer for a minute.',
    status: 204,
    access: 'write',
  })
  async remove(@CurrentCaller() { accountId }: Caller, @IdParam('embed_id') embedId: number): Promise<void> {
    await this.embeds.remove(accountId, embedId);
  }
}
