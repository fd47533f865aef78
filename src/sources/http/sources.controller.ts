import { Controller, Get, Version } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, V2, V3 } from '@libs/http';
import { OAuthClients } from '../oauth-clients.service';
import { SourceCatalogue } from '../source-catalogue';
import { presentSource, presentSourceV2, Source, SourceV2 } from './source.shapes';

/** The platforms (contract §4.3, §4.13). The same list for every account and plan. */
@ApiTags('Sources')
@Controller('sources')
export class SourcesController {
  constructor(
    private readonly catalogue: SourceCatalogue,
    private readonly clients: OAuthClients,
  ) {}

  @Get()
  @Version(V2)
  @Endpoint({
    summary: 'List the platforms',
    description: 'The same for every account. Ids and machine names select platforms elsewhere.',
    list: SourceV2,
    access: 'read',
    etag: true,
  })
  listV2(): { data: readonly SourceV2[] } {
    return { data: this.catalogue.all().map(presentSourceV2) };
  }

  @Get()
  @Version(V3)
  @Endpoint({
    summary: 'List the platforms',
    description: 'The same for every account. Ids and machine names select platforms elsewhere.',
    list: Source,
    access: 'read',
    etag: true,
  })
  async list(): Promise<{ data: readonly Source[] }> {
    const readyIds = await this.clients.ready();
    return { data: this.catalogue.all().map((source) => presentSource(source, readyIds)) };
  }
}
