import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, V3 } from '@libs/http';
import { positionOf } from '../domain/audit-cursor';
import { AuditQuery } from '../persistence/audit.query';
import { AuditPage, AuditParameters, presentPage } from './audit.shapes';

/** The audit trail of the whole installation, for keys of scope `master` (contract §12.5). */
@ApiTags('Administration')
@Controller({ path: 'admin/audit', version: V3 })
export class AuditController {
  constructor(private readonly entries: AuditQuery) {}

  @Get()
  @Endpoint({
    name: 'listAuditEntries',
    summary: 'The audit trail, newest first',
    description:
      'Every action that `action` lists, by keys, persons, the command line and the service. Entries contain no secrets and are kept for `HREV_AUDIT_KEEP`.',
    response: AuditPage,
    access: 'master',
    errors: ['invalid_cursor'],
  })
  async list(@Query() { account_id: accountId, action, since, cursor, limit }: AuditParameters): Promise<AuditPage> {
    const after = cursor === undefined ? null : positionOf(cursor);
    // One more than the page has shows whether there is a next page.
    return presentPage(await this.entries.page({ accountId, action, since }, after, limit + 1), limit);
  }
}
