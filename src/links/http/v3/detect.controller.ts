import { Body, Controller, Post } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { BodyInteger, BodyTextList, Endpoint, Input, Shape, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { LinkResult, presentLinkResult } from '@src/objects';
import { LinksService, type DetectedAddress } from '../../links.service';

@ApiSchema({ description: 'Addresses whose platforms are to be detected.' })
class DetectLinksBody extends Input({
  urls: BodyTextList({
    description:
      'Addresses of pages on the platforms. Each is decided by itself, so they may belong to different objects.',
    min: 1,
    max: 200,
    items: { min: 1, max: 2048 },
    example: ['https://www.trustpilot.com/review/example.com'],
  }),
  object_id: BodyInteger({
    description:
      'Object to which the addresses would be added: its links are taken into account. Null or absent: a new object.',
    min: 1,
    optional: true,
    nullable: true,
  }),
}) {}

@ApiSchema({ description: 'The result that an address would have if it were added.' })
class DetectedLink extends Shape(LinkResult, {
  canonical_url: {
    type: 'string',
    nullable: true,
    description: 'Address of the page in canonical form; null if no page of an object was detected.',
    example: 'https://www.trustpilot.com/review/example.com',
  },
  is_short: {
    type: 'boolean',
    description: 'A short address, whose page is found by the first collection.',
    example: false,
  },
}) {}

/** Detection of the platforms of addresses (contract §4.6). */
@ApiTags('Links')
@Controller({ path: 'links/detect', version: V3 })
export class DetectLinksController {
  constructor(private readonly links: LinksService) {}

  @Post()
  @Endpoint({
    name: 'detectLinks',
    summary: 'Detect the platforms of addresses',
    description:
      'Returns for each address the result that adding it would have, in request order. Adds nothing and sends no request to a ' +
      'platform: `link_id` is always null, and an address would be linked if `error_code` is null.',
    list: DetectedLink,
    access: 'read',
    errors: ['not_found'],
  })
  async detect(
    @CurrentCaller() caller: Caller,
    @Body() body: DetectLinksBody,
  ): Promise<{ data: readonly DetectedLink[] }> {
    return { data: (await this.links.detect(caller, body.urls, body.object_id ?? null)).map(presentDetected) };
  }
}

function presentDetected({ canonicalUrl, isShort, ...outcome }: DetectedAddress): DetectedLink {
  return { ...presentLinkResult(outcome), canonical_url: canonicalUrl, is_short: isShort };
}
