import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Logger, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost, type AbstractHttpAdapter } from '@nestjs/core';
import { CONFIG, type Config } from '@libs/config';
import { consolePages } from './console-pages';

/** The built console, seen from the compiled service and from its source. */
const FOLDERS = ['../../console', '../../dist/console'].map((folder) => join(__dirname, folder));

/** Serves the pages of the console at /console, after the routes of the API. `HREV_CONSOLE=off` serves none. */
@Module({})
export class ConsolePagesModule implements OnModuleInit {
  private readonly logger = new Logger(ConsolePagesModule.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    // Null in an application without HTTP, such as that of the benchmark.
    const server: AbstractHttpAdapter | null = this.host.httpAdapter;
    if (this.config.HREV_CONSOLE === 'off' || server === null) return;
    const folder = FOLDERS.find((candidate) => existsSync(join(candidate, '.vite/manifest.json')));
    if (folder === undefined) this.logger.log('the console is not built, so /console is not served');
    else server.use('/console', consolePages(folder));
  }
}
