import { Controller, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import { DEFAULT_TOOLSETS, TOOLSETS } from '@libs/agents';
import { CONFIG, type Config } from '@libs/config';
import { Endpoint, Input, NO_VERSION, QueryBoolean, QueryEnums, type ApiRequest } from '@libs/http';
import { AppError } from '@libs/kernel';
import { CurrentCaller, type Caller } from '@src/auth';
import type { Response } from 'express';
import { isAllowedOrigin } from '../domain/origin';
import { McpService } from '../mcp.service';

class McpParameters extends Input({
  toolsets: QueryEnums({ description: 'Groups of tools.', values: TOOLSETS }),
  lockdown: QueryBoolean({ description: 'Leaves out all text that others wrote.', default: false }),
}) {}

/**
 * The MCP server over streamable HTTP (contract §4.21). It is no endpoint of the API with a shape of its own, so the OpenAPI documents leave it
 * out.
 */
@ApiExcludeController()
@Controller({ path: 'mcp', version: NO_VERSION })
export class McpController {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'HREV_MCP_LOCKDOWN' | 'HREV_PUBLIC_URL'>,
    private readonly mcp: McpService,
    private readonly host: HttpAdapterHost,
  ) {}

  @Post()
  @Endpoint({
    summary: 'Send a message of the Model Context Protocol',
    access: 'read',
    credentials: 'key',
    readsBody: 'json',
  })
  async create(
    @CurrentCaller() { keyScope }: Caller,
    @Query() { toolsets, lockdown }: McpParameters,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    if (!isAllowedOrigin(request.headers.origin, this.config.HREV_PUBLIC_URL))
      throw new AppError('forbidden', 'Pages of this origin may not use the MCP server');
    await this.mcp.answer(request, response, this.host.httpAdapter.getHttpServer(), {
      scope: keyScope,
      toolsets: toolsets.length === 0 ? DEFAULT_TOOLSETS : toolsets,
      isLockdown: this.config.HREV_MCP_LOCKDOWN || lockdown,
    });
  }
}
