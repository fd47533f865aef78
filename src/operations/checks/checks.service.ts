import { resolve } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, DATABASE_ADDRESS, EncryptionKey, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { compareKeys, SEALED_TABLES, type SealedTable } from '@libs/sealing';
import type { CheckTools } from './checks';
import { examine, type Finding } from './examine';

/** Settings whose text is no secret. Of the others, the bundle says only whether they are set. */
const PLAIN_SETTINGS: ReadonlySet<string> = new Set([
  'NODE_ENV',
  'LOG_LEVEL',
  'HREV_ROLE',
  'HREV_CONSOLE',
  'HREV_MCP',
  'HREV_MCP_LOCKDOWN',
]);

/** The checks of `hrev doctor` in a running service. */
@Injectable()
export class ChecksService {
  private running: Promise<readonly Finding[]> | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DATABASE_ADDRESS) private readonly address: string,
    @Inject(SEALED_TABLES) private readonly sealedTables: readonly SealedTable[],
    private readonly database: Database,
  ) {}

  /** Runs every check. Concurrent callers share one run, because a check starts a browser. */
  async run(): Promise<readonly Finding[]> {
    this.running ??= examine(this.tools(), (error) => [error instanceof Error ? error.message : String(error)]).finally(
      () => (this.running = null),
    );
    return this.running;
  }

  /** The settings, with `set` in place of texts that may be secret. */
  settings(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      Object.entries(this.config).map(([name, value]: [string, unknown]) => {
        const isPlain = typeof value === 'number' || typeof value === 'boolean' || value === null;
        return [name, isPlain || PLAIN_SETTINGS.has(name) ? value : 'set'];
      }),
    );
  }

  private tools(): CheckTools {
    const { config, database, address, sealedTables } = this;
    return {
      config,
      database: () =>
        Promise.resolve({
          url: address,
          embeddedFolder: config.DATABASE_URL === null ? resolve(config.HREV_HOME) : null,
        }),
      withDatabase: (work) => work(database),
      sealedData: () => compareKeys(database, new EncryptionKey(config), sealedTables, { record: false }),
    };
  }
}
