/** Runs operations of the command-line tool in this process: accounts and platform connections. */
import { EventsModule } from '@libs/events';
import { AccountsService, AuthModule } from '@src/auth';
import { CommandTools } from '@src/cli/command-tools';
import { LinkStatesModule } from '@src/collection';
import { ConnectionsModule, ConnectionsService } from '@src/connections';
import { LinksModule } from '@src/links';
import type { Environment } from '@test/support/service-process';

export interface CreatedAccount {
  readonly id: number;
  readonly key: string;
}

type Application = Awaited<ReturnType<CommandTools['open']>>;

export class ServiceCommands {
  private constructor(
    private readonly tools: CommandTools,
    private readonly app: Application,
  ) {}

  /** Sets environment variables of this process. */
  static async open(environment: Environment): Promise<ServiceCommands> {
    Object.assign(process.env, environment);
    const tools = new CommandTools();
    return new ServiceCommands(
      tools,
      await tools.open([EventsModule, AuthModule, LinksModule, LinkStatesModule, ConnectionsModule]),
    );
  }

  async newAccount(name: string): Promise<CreatedAccount> {
    const created = await this.app.get(AccountsService, { strict: false }).create({ name, plan: 'full' });
    return { id: created.account.id, key: created.full.key };
  }

  /** Connects an object to its page on Google. */
  async connect(accountId: number, objectId: number): Promise<void> {
    const fields = { client_id: 'me', client_secret: 'secret', refresh_token: 'token' };
    await this.app.get(ConnectionsService, { strict: false }).add(accountId, objectId, 'google', fields);
  }

  close(): Promise<void> {
    return this.tools.close();
  }
}
