import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { BodyBoolean, BodyInteger, BodyName, BodyText, IdParam, Input, invalid, NO_VERSION, Shape } from '@libs/http';
import { CurrentMember, Member, type Membership } from '../../identity';
import type { ViewChange } from '../persistence/view.store';
import { ViewsService } from '../views.service';

@ApiSchema({ description: 'A saved view of a screen.' })
class ViewShown extends Shape({
  id: { type: 'integer', description: 'Id of the view.' },
  name: { type: 'string', description: 'Name.', example: 'Porto, last week' },
  path: { type: 'string', description: 'The screen below the account.', example: 'reviews' },
  query: { type: 'string', description: 'The parameters of the address.', example: 'has_reply=false&object_id=7' },
  shared: { type: 'boolean', description: 'Whether all persons of the account see it.' },
  position: {
    type: 'integer',
    description: 'Place in the list; views of the same place are in the order of their ids.',
  },
}) {}

const PATH = /^[a-z][a-z0-9/-]*$/;

@ApiSchema({ description: 'The fields of a view that change.' })
class ChangeViewBody extends Input({
  name: BodyName({ description: 'Name.', min: 1, max: 60, optional: true }),
  path: BodyText({ description: 'The screen below the account.', min: 1, max: 200, optional: true }),
  query: BodyText({ description: 'The parameters of the address.', max: 2000, optional: true }),
  shared: BodyBoolean({
    description: 'Whether all persons of the account see it; members and owners share.',
    optional: true,
  }),
  position: BodyInteger({ description: 'Place in the list.', min: 0, max: 1000, optional: true }),
}) {}

@ApiSchema({ description: 'A view to save.' })
class NewViewBody extends Input(ChangeViewBody, {
  name: BodyName({ description: 'Name.', min: 1, max: 60 }),
  path: BodyText({ description: 'The screen below the account.', min: 1, max: 200 }),
  query: BodyText({ description: 'The parameters of the address.', max: 2000 }),
}) {}

/** Saved views of screens. */
@ApiTags('Views')
@Controller({ path: 'console/api/views', version: NO_VERSION })
export class ViewsController {
  constructor(private readonly views: ViewsService) {}

  @Get()
  @Member({
    leastRole: 'viewer',
    summary: 'The views of the person and those of the account',
    description: 'By place.',
    list: ViewShown,
  })
  async list(@CurrentMember() member: Membership): Promise<{ readonly data: readonly ViewShown[] }> {
    return { data: await this.views.list(member) };
  }

  @Post()
  @Member({
    leastRole: 'viewer',
    summary: 'Save a view',
    description: '`conflict` if there are 50. Members and owners may share a view with the account.',
    status: 201,
    response: ViewShown,
    errors: ['conflict'],
  })
  async create(@CurrentMember() member: Membership, @Body() body: NewViewBody): Promise<ViewShown> {
    const { name, path, query, shared = false, position = 0 } = body;
    checkAddress(body);
    return this.views.add(member, { name, path, query, shared, position });
  }

  @Patch(':view_id')
  @Member({
    leastRole: 'viewer',
    summary: 'Change a view',
    description: 'Fields that are absent stay as they are. Shared views are changed by members and owners.',
    response: ViewShown,
    errors: ['not_found'],
  })
  async update(
    @CurrentMember() member: Membership,
    @IdParam('view_id') id: number,
    @Body() body: ChangeViewBody,
  ): Promise<ViewShown> {
    checkAddress(body);
    const given = Object.entries(body).filter(([, value]) => value !== undefined);
    return this.views.change(member, id, Object.fromEntries(given) as ViewChange);
  }

  @Delete(':view_id')
  @Member({
    leastRole: 'viewer',
    summary: 'Delete a view',
    description: 'Shared views are deleted by members and owners.',
    status: 204,
    errors: ['not_found'],
  })
  async remove(@CurrentMember() member: Membership, @IdParam('view_id') id: number): Promise<void> {
    await this.views.remove(member, id);
  }
}

/** A view leads to a screen of the account and nowhere else. */
function checkAddress({ path, query }: Pick<ChangeViewBody, 'path' | 'query'>): void {
  if (path !== undefined && !PATH.test(path)) throw invalid('path', 'must be a screen of the account, such as reviews');
  if (query !== undefined && /[\s#?]/.test(query)) throw invalid('query', 'must be the parameters of an address');
}
