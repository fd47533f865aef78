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
  RequestEntryParameters,
  RequestListParameters,
} from './request.shapes';

/** The requests with the API keys of an account in the last seven days. */
@ApiTags('Records')
@Controller({ path: 'console/api/requests', version: NO_VERSION })
export class RequestsController {
  constructor(private readonly requests: RequestsService) {}

  @Get()
  @Member({
    leastRole: 'viewer',
    summary: 'Requests of API keys, newest first',
    description: 'Of the last seven days. `left_out` says what the log does not contain.',
    response: RequestPage,
  })
  async list(@CurrentMember() { accountId }: Membership, @Query() query: RequestListParameters): Promise<RequestPage> {
    const { status_class: statusClass, key_id: keyId, route, method, since, code } = query;
    // The class of `4xx` is 4.
    const firstDigit = statusClass === undefined ? undefined : Number(statusClass.charAt(0));
    const filter = { statusClass: firstDigit, keyId, route, method, since, code };
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
  async get(
    @CurrentMember() { accountId, role }: Membership,
    @Param('request_id') requestId: string,
    @Query() { id }: RequestEntryParameters,
  ): Promise<RequestDetail> {
    return presentDetail(await this.requests.find(accountId, requestId, id ?? null), role !== 'viewer');
  }
}
