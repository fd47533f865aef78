import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { SourceCatalogue } from '@src/sources';
import { ConnectionsService } from '../connections.service';
import { Connection, ConnectionCheck, NewConnectionBody, presentConnection } from './connection.shapes';

export const SESSION_ONLY = 'Possible only from the account console; with any key 403 `session_required`.';

/** Connections of the account's objects to platforms, for persons in the console (contract §4.15). */
@ApiTags('Console only')
@Controller({ path: 'connections', version: V3 })
export class ConnectionsController {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly catalogue: SourceCatalogue,
  ) {}

  @Get()
  @Endpoint({
    summary: 'Platform connections',
    description: `By object and platform, without credentials. ${SESSION_ONLY}`,
    list: Connection,
    access: 'session',
    leastRole: 'viewer',
  })
  async list(@CurrentCaller() { accountId }: Caller): Promise<{ data: readonly Connection[] }> {
    const all = await this.connections.list(accountId);
    return { data: all.map((connection) => presentConnection(connection, this.catalogue.slugOf(connection.sourceId))) };
  }

  @Post()
  @Endpoint({
    summary: 'Connect a platform',
    description: `The platform is asked first: the connection is stored only if the credentials open the object's card. \`validation_error\` names the field, never its value. An existing connection is replaced. ${SESSION_ONLY}`,
    status: 201,
    response: Connection,
    access: 'session',
    needsProof: true,
    errors: ['not_found', 'proof_required', 'validation_error'],
  })
  async create(
    @CurrentCaller() { accountId }: Caller,
    @Body() { object_id: objectId, source, fields }: NewConnectionBody,
  ): Promise<Connection> {
    const { id } = await this.connections.add(accountId, objectId, source, Object.fromEntries(fields));
    const connection = await this.connections.listed(accountId, id);
    return presentConnection(connection, this.catalogue.slugOf(connection.sourceId));
  }

  @Delete(':connection_id')
  @Endpoint({
    summary: 'Disconnect a platform',
    description: `Deletes the connection and its credentials; collected reviews and published replies are kept. ${SESSION_ONLY}`,
    status: 204,
    access: 'session',
    needsProof: true,
    errors: ['not_found', 'proof_required'],
  })
  async remove(@CurrentCaller() { accountId }: Caller, @IdParam('connection_id') id: number): Promise<void> {
    await this.connections.remove(accountId, id);
  }

  @Post(':connection_id/check')
  @Endpoint({
    summary: 'Check a connection',
    description: `Asks the platform whether the connection still opens its card, and records the answer. ${SESSION_ONLY}`,
    response: ConnectionCheck,
    access: 'session',
    errors: ['not_found'],
  })
  async check(@CurrentCaller() { accountId }: Caller, @IdParam('connection_id') id: number): Promise<ConnectionCheck> {
    const { outcome } = await this.connections.check(accountId, id);
    return { status: outcome.status, reason: outcome.status === 'active' ? null : outcome.reason };
  }
}
