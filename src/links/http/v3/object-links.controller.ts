import { Controller } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { presenter, Shape, V3 } from '@libs/http';
import { Link, LinkResult, presentLink, presentLinkResult } from '@src/objects';
import { linkRoutes, type AddedLinks } from '../link.routes';

@ApiSchema({ description: 'The object and the result for the address.' })
class AddedToObject extends Shape({
  object_id: { type: 'integer', description: 'The object.' },
  link_results: { type: () => LinkResult, list: true, description: 'The outcome for the address.' },
}) {}

/** Links of an object in v3 (contract §4.6, §4.13). */
@ApiTags('Links')
@Controller({ path: 'objects/:object_id/links', version: V3 })
export class ObjectLinksController extends linkRoutes({
  noun: 'object',
  link: presenter(Link, presentLink),
  added: presenter(AddedToObject, ({ objectId, outcomes }: AddedLinks) => ({
    object_id: objectId,
    link_results: outcomes.map(presentLinkResult),
  })),
}) {}
