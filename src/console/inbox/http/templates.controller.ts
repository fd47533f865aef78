import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { BodyIds, BodyName, BodyText, IdParam, Input, NO_VERSION, Shape } from '@libs/http';
import { CurrentMember, Member, type Membership } from '../../identity';
import type { ReplyTemplate } from '../persistence/template.store';
import { TemplatesService } from '../templates.service';

@ApiSchema({ description: 'A text that persons insert into replies.' })
class TemplateShown extends Shape({
  id: { type: 'integer', description: 'Id of the template.' },
  name: { type: 'string', description: 'Name.', example: 'Thanks' },
  text: {
    type: 'string',
    description: 'The text; `{author}` and `{object}` are filled in.',
    example: 'Dear {author}, thank you for your visit to {object}.',
  },
  source_ids: { type: 'integer', list: true, description: 'The platforms for which it is offered; empty: all.' },
}) {}

const SOURCES = {
  description: 'The platforms for which it is offered; empty: all.',
  max: 1000,
  optional: true,
} as const;

@ApiSchema({ description: 'The fields of a template that change.' })
class ChangeTemplateBody extends Input({
  name: BodyName({ description: 'Name.', min: 1, max: 100, optional: true }),
  text: BodyText({ description: 'The text.', min: 1, max: 4000, optional: true }),
  source_ids: BodyIds(SOURCES),
}) {}

@ApiSchema({ description: 'A template to add.' })
class NewTemplateBody extends Input(ChangeTemplateBody, {
  name: BodyName({ description: 'Name.', min: 1, max: 100 }),
  text: BodyText({ description: 'The text.', min: 1, max: 4000 }),
}) {}

/** Templates of replies, the same for all persons of an account. */
@ApiTags('Inbox')
@Controller({ path: 'console/api/reply-templates', version: NO_VERSION })
export class TemplatesController {
  constructor(private readonly templates: TemplatesService) {}

  @Get()
  @Member({
    leastRole: 'member',
    summary: 'The templates of the account, by name',
    description: 'At most 200.',
    list: TemplateShown,
  })
  async list(@CurrentMember() { accountId }: Membership): Promise<{ readonly data: readonly TemplateShown[] }> {
    return { data: (await this.templates.list(accountId)).map(present) };
  }

  @Post()
  @Member({
    leastRole: 'member',
    summary: 'Add a template',
    description: '`conflict` if there are 200.',
    status: 201,
    response: TemplateShown,
    errors: ['conflict'],
  })
  async create(@CurrentMember() { accountId }: Membership, @Body() body: NewTemplateBody): Promise<TemplateShown> {
    const { name, text, source_ids: sourceIds = [] } = body;
    return present(await this.templates.add(accountId, { name, text, sourceIds }));
  }

  @Patch(':template_id')
  @Member({
    leastRole: 'member',
    summary: 'Change a template',
    description: 'Fields that are absent stay as they are.',
    response: TemplateShown,
    errors: ['not_found'],
  })
  async update(
    @CurrentMember() { accountId }: Membership,
    @IdParam('template_id') id: number,
    @Body() body: ChangeTemplateBody,
  ): Promise<TemplateShown> {
    const { name, text, source_ids: sourceIds } = body;
    return present(await this.templates.change(accountId, id, { name, text, sourceIds }));
  }

  @Delete(':template_id')
  @Member({
    leastRole: 'member',
    summary: 'Delete a template',
    description: 'For all persons of the account.',
    status: 204,
    errors: ['not_found'],
  })
  async remove(@CurrentMember() { accountId }: Membership, @IdParam('template_id') id: number): Promise<void> {
    await this.templates.remove(accountId, id);
  }
}

const present = ({ id, name, text, sourceIds }: ReplyTemplate): TemplateShown => ({
  id,
  name,
  text,
  source_ids: sourceIds,
});
