import { z } from 'zod';
import { VARIABLES } from './variables';

const schema = z.object(VARIABLES);

/** The validated configuration, frozen; durations in milliseconds. */
export type Config = Readonly<z.output<typeof schema>>;

/** The configuration is invalid. One line per problem, which names the variable. The process ends with exit code 2. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

/**
 * Reads the environment. Empty values count as unset. Throws `ConfigError` with all problems. No other code reads `process.env`.
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const values = Object.fromEntries(
    Object.keys(VARIABLES).flatMap((name) => {
      const value = environment[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const parsed = schema.safeParse(values);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`));
  const problems = contradictions(parsed.data);
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(parsed.data);
}

/** Names that begin with `HREV_` and are not variables of the service, usually because of a typing mistake. */
export function unknownVariables(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  return Object.keys(environment).filter((name) => name.startsWith('HREV_') && !(name in VARIABLES));
}

function contradictions(config: Config): string[] {
  const problems = privateTargetProblems(config);
  if (config.HREV_SMTP_URL !== null && config.HREV_MAIL_FROM === null) {
    problems.push('HREV_MAIL_FROM: is required together with HREV_SMTP_URL');
  }
  if (config.HREV_GOOGLE_SUBSCRIPTION !== null && config.HREV_GOOGLE_SERVICE_ACCOUNT === null) {
    problems.push('HREV_GOOGLE_SERVICE_ACCOUNT: is required together with HREV_GOOGLE_SUBSCRIPTION');
  }
  if (config.DATABASE_URL !== null && config.HREV_ROLE !== 'all' && config.HREV_ENCRYPTION_KEY === null) {
    problems.push(
      'HREV_ENCRYPTION_KEY: is required by the roles api and worker with DATABASE_URL, the same in all processes; create one with `openssl rand -hex 32`',
    );
  }
  return problems;
}

function privateTargetProblems(config: Config): string[] {
  const problems: string[] = [];
  const production = config.NODE_ENV === 'production';
  if (config.HREV_ALLOW_PRIVATE_TARGETS && production) {
    problems.push('HREV_ALLOW_PRIVATE_TARGETS: is for development and is refused with NODE_ENV=production');
  }
  if (!config.HREV_ALLOW_PRIVATE_TARGETS) {
    for (const [slug, origin] of Object.entries(config.HREV_SOURCE_ORIGINS)) {
      if (isPrivateOrigin(origin)) {
        problems.push(`HREV_SOURCE_ORIGINS: ${slug} points to ${origin}, which needs HREV_ALLOW_PRIVATE_TARGETS=true`);
      }
    }
  }
  return problems;
}

/**
 * Whether the origin uses plain http, or its host is a loopback or private address, or any IPv6 address: no platform has one as its origin.
 * Names are checked at each connection.
 */
function isPrivateOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return (
    protocol === 'http:' || /^(localhost$|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[)/.test(hostname)
  );
}
