import { ApiTags } from '@nestjs/swagger';
import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { Endpoint, V3 } from '@libs/http';

const sessionOnly = (summary: string): MethodDecorator =>
  Endpoint({
    summary,
    description: 'Possible only from the account console; with any key 403 `session_required`.',
    access: 'session',
  });

/**
 * Operations that need a console session (contract §4.15). The guard refuses every key before a handler runs, so the handlers
 * are unreachable until console sessions exist.
 */
@ApiTags('Console only')
@Controller({ path: 'connections', version: V3 })
export class ConnectionsOfConsoleController {
  @Get()
  @sessionOnly('Platform connections')
  list(): void {}

  @Post()
  @sessionOnly('Connect a platform')
  connect(): void {}

  @Delete(':connection_id')
  @sessionOnly('Disconnect a platform')
  disconnect(): void {}
}

@ApiTags('Console only')
@Controller({ path: 'account', version: V3 })
export class AccountOfConsoleController {
  @Put()
  @sessionOnly('Change e-mail or password')
  replace(): void {}

  @Patch()
  @sessionOnly('Change e-mail or password')
  change(): void {}

  @Delete()
  @sessionOnly('Close the account')
  close(): void {}
}
