import type { INestApplicationContext, Logger } from '@nestjs/common';
import type { Config } from '@libs/config';
import { listenForMetrics, Metrics } from '@src/operations';

const RETRY_MS = 10_000;

/**
 * Serves the metrics of this process, unless the port is 0. A port that cannot be used does not stop the service: a second process of one
 * machine has the same default. It is named in the log once, and tried again every ten seconds, because a process that ends during an
 * upgrade may still have it. The server ends with the process.
 */
export async function serveMetrics(
  app: Pick<INestApplicationContext, 'get'>,
  config: Pick<Config, 'HREV_METRICS_HOST' | 'HREV_METRICS_PORT'>,
  log: Pick<Logger, 'warn'>,
  retryMs = RETRY_MS,
): Promise<void> {
  const { HREV_METRICS_HOST: host, HREV_METRICS_PORT: port } = config;
  if (port === 0) return;
  const metrics = app.get(Metrics, { strict: false });
  const attempt = async (): Promise<unknown> => {
    try {
      (await listenForMetrics(metrics, host, port)).unref();
      return null;
    } catch (error) {
      setTimeout(() => void attempt(), retryMs).unref();
      return error;
    }
  };
  const failure = await attempt();
  if (failure !== null) log.warn(`this process serves no metrics yet: ${reasonOf(failure, host, port)}`);
}

function reasonOf(error: unknown, host: string, port: number): string {
  const { code } = error as { code?: unknown };
  if (code === 'EADDRINUSE')
    return `port ${port} is in use by another program; set HREV_METRICS_PORT to another one, or to 0 for no metrics`;
  if (code === 'EACCES') return `port ${port} may not be used by this user; set HREV_METRICS_PORT to one above 1023`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HREV_METRICS_HOST ${host} is no address of this machine`;
  return error instanceof Error ? error.message : String(error);
}
