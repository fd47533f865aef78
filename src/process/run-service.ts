import type { Server } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { Logger, type INestApplication, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EncryptionKey, unknownVariables, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { createHttpApp } from '@libs/http';
import { showStatus } from '@libs/logging';
import { prepareQueue } from '@libs/queue';
import { ignoredSdk } from '@libs/traces';
import { LiveStreams, OneTimeLinks } from '@src/console';
import { ClaimWaits } from '@src/webhooks';
import { Readiness } from '@src/health';
import { findingsLine } from '@src/operations';
import { declaredSources, unknownOrigins } from '@src/sources';
import { ApiModule } from '../api.module';
import type { Foundation } from '../foundation.module';
import { ServiceModule, WorkerModule } from '../worker.module';
import { announcement, keysText, readyLine } from './announcement';
import { databaseProblem, openDatabase, prepareSchema, type OpenDatabase } from './open-database';
import { openKeysFile, writeSetupLink } from './first-keys-file';
import { firstStart, hasAccounts, type FirstStartKeys } from './first-start';
import { releaseDatabase, stopGracefully, StopSignals, type Stoppable } from './graceful-stop';
import { EXIT } from './exit-codes';
import { warnOfPrograms } from './runtime-warnings';
import { StartProblem } from './start-problem';
import { storingLog } from './store-log';
import { seconds, StartSteps } from './start-steps';
import { compareWithData } from './sealed-data';
import { serveMetrics } from './serve-metrics';
import { listenForProbes } from './worker-probes';

const logger = new Logger();

/**
 * Starts this process in its role and resolves when it is ready. Throws `StartProblem` if a requirement is missing, after closing
 * all resources that it opened.
 */
export async function runService(config: Config): Promise<void> {
  for (const name of unknownVariables()) logger.warn(`${name} is not a setting of hrev and has no effect`);
  const ignored = ignoredSdk();
  if (ignored !== null) logger.warn(ignored);
  // Invalid settings stop the start before any change. The encryption key is read later, because its folder may not exist yet.
  const declared = await declaredSources(config.HREV_EXTRA_SOURCES);
  for (const line of unknownOrigins(config.HREV_SOURCE_ORIGINS, declared)) logger.warn(line);
  const signals = new StopSignals();
  const steps = new StartSteps();
  const opened = await openDatabase(config, {
    role: 'service',
    onLost: (reason) => endAfterLoss(reason),
    onStep: (step) => steps.begin(step),
  });
  const place = storingLog(opened, config, logger);
  steps.end();
  // With DATABASE_URL the start has started no other process, so it may end at any time.
  if (place.embeddedFolder === null) signals.onStop(() => Promise.resolve(true));
  try {
    new EncryptionKey(config).origin();
    if (!signals.isStopping) await prepare(config, place);
    if (signals.isStopping) signals.onStop(() => releaseDatabase(place.leave()));
    else await start({ config, databaseUrl: place.url }, place, signals, steps);
  } catch (error) {
    showStatus(null);
    await place.leave().catch(() => undefined);
    throw databaseProblem(error, config);
  }
}

/** Ends the process, because its embedded database is lost; a restart starts a new one. */
function endAfterLoss(reason: string): void {
  logger.fatal(reason);
  process.exit(EXIT.failed);
}

async function prepare(config: Config, place: OpenDatabase): Promise<void> {
  const began = performance.now();
  const migrations = await prepareSchema(place, config.HREV_ROLE === 'all');
  if (migrations.length > 0)
    logger.log({ msg: `schema brought up to date: ${seconds(performance.now() - began)}`, migrations });
  const warning = findingsLine(await compareWithData(config, place.url));
  if (warning !== null) logger.warn(warning);
  await prepareQueue({ databaseUrl: place.url, redisUrl: config.REDIS_URL });
  // After every refusal, which prints one line. Not awaited: a browser may take seconds to state its version.
  void warnOfPrograms(config, place.url, logger);
}

async function start(
  foundation: Foundation,
  place: OpenDatabase,
  signals: StopSignals,
  steps: StartSteps,
): Promise<void> {
  const { config } = foundation;
  steps.begin('starting');
  const running =
    config.HREV_ROLE === 'worker' ? await startWorker(foundation, place) : await startApi(foundation, place, steps);
  const address = `http://localhost:${portOf(running.server)}`;
  steps.ready();
  // On a terminal, the announcement begins with this line.
  if (config.HREV_ROLE === 'worker' || !process.stdout.isTTY) logger.log(readyLine(address));
  if (config.HREV_ROLE !== 'worker' && process.stdout.isTTY) {
    process.stdout.write(
      `\n${announcement({ address, embeddedFolder: place.embeddedFolder, keys: running.keys, setupLink: running.setupPath === null ? null : `${config.HREV_PUBLIC_URL ?? address}${running.setupPath}` })}\n`,
    );
  }
  signals.onStop(() => stopGracefully(running.stoppable));
}

interface Running {
  readonly server: Server;
  readonly stoppable: Stoppable;
  readonly keys: FirstStartKeys | null;
  /** Path of the set-up link, for a terminal. */
  readonly setupPath: string | null;
}

async function startApi(foundation: Foundation, place: OpenDatabase, steps: StartSteps): Promise<Running> {
  const { config } = foundation;
  const isAll = config.HREV_ROLE === 'all';
  const root = isAll ? ServiceModule.forRoot(foundation) : ApiModule.forRoot(foundation);
  const app = await createHttpApp(root);
  const server = app.getHttpServer() as Server;
  const stoppable = stoppableOf(app, server, config, place, () => {
    // Streams and requests that wait end at once; waiting for them would take the whole limit.
    app.get(ClaimWaits, { strict: false }).close();
    if (config.HREV_CONSOLE === 'on') app.get(LiveStreams, { strict: false }).close();
  });
  try {
    // The port is tested first, because the keys of a failed start would be lost. Accounts are created before the port accepts
    // connections, so that they exist once /health responds.
    await testPort(config.PORT, config.HOST).catch((error: unknown) => refusePort(error, 'PORT', config.PORT));
    await app.init();
    if (isAll) steps.begin('looking for accounts; a first start creates two, with demo reviews');
    const keys = isAll ? await firstKeys(app, config) : null;
    await app.listen(config.PORT, config.HOST).catch((error: unknown) => refusePort(error, 'PORT', config.PORT));
    await serveMetrics(app, config, logger);
    const setupPath = isAll ? await setupLink(app, config) : null;
    return { server, stoppable, keys, setupPath };
  } catch (error) {
    await stopGracefully(stoppable);
    throw error;
  }
}

/**
 * Creates the keys of a first start and returns them for a terminal. Other output is stored in logs, so without a terminal the keys
 * are written to a file, and the log contains its path.
 */
async function firstKeys(app: INestApplicationContext, config: Config): Promise<FirstStartKeys | null> {
  if (process.stdout.isTTY) return firstStart(app);
  if (await hasAccounts(app.get(Database))) return null;
  const file = openKeysFile(resolve(config.HREV_HOME));
  let isWritten = false;
  const keep = (keys: FirstStartKeys): void => {
    isWritten = true;
    file.write(keysText(keys));
  };
  try {
    if ((await firstStart(app, keep)) === null) file.remove();
    else logger.log(`this was the first start; its keys are in ${file.path}`);
  } catch (error) {
    // After a lost response the transaction may have been committed, and its keys may be valid.
    if (!isWritten) file.remove();
    throw error;
  }
  return null;
}

/**
 * While no person exists, makes a link that sets up the console. Returns its path for a terminal. Without a terminal it is written to
 * a file that only its owner may read, and the log contains the path of the file.
 */
async function setupLink(app: INestApplicationContext, config: Config): Promise<string | null> {
  if (config.HREV_CONSOLE === 'off') return null;
  const path = await app.get(OneTimeLinks, { strict: false }).firstSetup();
  if (path === null || process.stdout.isTTY) return path;
  const base =
    config.HREV_PUBLIC_URL ?? `http://localhost:${portOf((app as INestApplication).getHttpServer() as Server)}`;
  const file = writeSetupLink(resolve(config.HREV_HOME), `${base}${path}`);
  logger.log(`the console has no person yet; the link that sets it up is in ${file}, valid for one hour`);
  return null;
}

/** Binds a port and releases it. */
async function testPort(port: number, host: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}

async function startWorker(foundation: Foundation, place: OpenDatabase): Promise<Running> {
  const { config } = foundation;
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(foundation), { abortOnError: false });
  const probes = listenForProbes(app.get(Readiness), config.HOST, config.HREV_WORKER_PORT);
  try {
    const server = await probes.catch((error: unknown) =>
      refusePort(error, 'HREV_WORKER_PORT', config.HREV_WORKER_PORT),
    );
    await serveMetrics(app, config, logger);
    return { server, stoppable: stoppableOf(app, server, config, place), keys: null, setupPath: null };
  } catch (error) {
    await app.close();
    throw error;
  }
}

type Closable = Pick<INestApplicationContext, 'get' | 'close'>;

/** `leave` ends what belongs to the role, after the probes report that the process stops. */
function stoppableOf(
  app: Closable,
  server: Server,
  config: Config,
  place: OpenDatabase,
  leave: () => void = () => undefined,
): Stoppable {
  return {
    delayMs: config.HREV_SHUTDOWN_DELAY,
    server,
    leave: () => {
      app.get(Readiness).leave();
      leave();
    },
    close: () => app.close(),
    leaveDatabase: () => place.leave(),
  };
}

function refusePort(error: unknown, variable: string, port: number): never {
  const { code } = error as { code?: unknown };
  if (code === 'EADDRINUSE')
    throw new StartProblem(
      [`Port ${port} is in use by another program; set ${variable} to another one.`],
      EXIT.dependency,
    );
  if (code === 'EACCES')
    throw new StartProblem(
      [`Port ${port} may not be used by this user; set ${variable} to one above 1023.`],
      EXIT.dependency,
    );
  throw error;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
