import { Module } from '@nestjs/common';
import { McpController } from './http/mcp.controller';
import { McpService } from './mcp.service';

/** The MCP server of the API process. */
@Module({ controllers: [McpController], providers: [McpService] })
export class AgentsModule {}
