import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { NO_VERSION } from '@libs/http';
import { CurrentMember, Member, type Membership } from '../../identity';
import { RequestsService } from '../requests.service';
import {
  presentDetail,
  presentLog,
  RequestDetail,
  RequestPage,
  RequestParameter,
  RequestParameters,
} from './request.shapes';

/** The requests that the programs of an account sent in the last seven days. */
@ApiTags('Records')
@Controller({ path: 'console/api/requests', version: NO_VERSION })
export class RequestsController {
  constructor(private readonly requests: RequestsService) {}

  @Get()
  @Member({
    leastRole: 'viewer',
    summary: 'Requests of keys, newest first',
    description: 'Of the last seven days. `left_out` says what the log does not contain.',
    response: RequestPage,
  })
  async list(@CurrentMember() { accountId }: Membership, @Query() query: RequestParameters): Promise<RequestPage> {
    const { status_class: statusClass, key_id: keyId, route, method, since, code } = query;
    const filter = { statusClass: statusClass && Number(statusClass[0]), keyId, route, method, since, code };
    return presentLog(await this.requests.list(accountId, filter, query), query);
  }

  @Get(':request_id')
  @ApiParam({
    name: 'request_id',
    description: 'The id in `X-Request-Id`.',
    schema: { type: 'string' },
    example: 'import-7',
  })
  @Member({
    leastRole: 'viewer',
    summary: 'A request; its body is for members',
    description: 'By the id in `X-Request-Id`.',
    response: RequestDetail,
  })
  async find(
    @CurrentMember() { accountId, role }: Membership,
    @Param('request_id') requestId: string,
    @Query() { id }: RequestParameter,
  ): Promise<RequestDetail> {
    return presentDetail(await this.requests.find(accountId, requestId, id ?? null), role !== 'viewer');
  }
}
