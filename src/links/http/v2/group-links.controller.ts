import { Controller } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { presenter, Shape, V2 } from '@libs/http';
import { LinkResult, LinkV2, presentLinkResult, presentLinkV2 } from '@src/objects';
import { linkRoutes, type AddedLinks } from '../link.routes';

@ApiSchema({ description: 'The object and the result for the address.' })
class AddedToGroup extends Shape({
  group_id: { type: 'integer', description: 'The object.' },
  link_results: { type: () => LinkResult, list: true, description: 'The outcome for the address.' },
}) {}

/** Links of an object under their v2 paths (contract §4.6). */
@ApiTags('Links')
@Controller({ path: 'groups/:group_id/links', version: V2 })
export class GroupLinksController extends linkRoutes({
  noun: 'group',
  link: presenter(LinkV2, presentLinkV2),
  added: presenter(AddedToGroup, ({ objectId, outcomes }: AddedLinks) => ({
    group_id: objectId,
    link_results: outcomes.map(presentLinkResult),
  })),
}) {}
