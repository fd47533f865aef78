import { z } from 'zod';
import {
  addressOf,
  duration,
  durations,
  json,
  mailAddress,
  networks,
  planOverride,
  publicUrl,
  secretKey,
  secretKeys,
  securityContact,
  sourceOrigin,
  wholeNumber,
  yesNo,
} from './variable-types';

/**
 * The environment variables of the service with their defaults and meanings (contract §12.2). A test compares docs/configuration.md
 * with this table. Other `HREV_*` names are reported at start.
 */
export const VARIABLES = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('`production` refuses settings meant for development.'),
  PORT: wholeNumber(4738, 0, 65_535).describe('Port of the API. 0 selects a free port.'),
  HOST: z.string().default('0.0.0.0').describe('Address the API listens on.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Lowest level that is logged.'),
  DATABASE_URL: addressOf('postgres:', 'postgresql:').describe('PostgreSQL to use; unset: the embedded one.'),
  REDIS_URL: addressOf('redis:', 'rediss:').describe('Redis for the queue; unset: the queue is in PostgreSQL.'),
  HREV_HOME: z
    .string()
    .min(1)
    .default('.hrev')
    .describe("Folder of the embedded database and of the service's own secrets."),
  HREV_BACKUP_DIR: z
    .string()
    .optional()
    .transform((text) => text ?? null)
    .describe(
      'Folder of backups (docs/operations/backup.md). With the embedded PostgreSQL, the service stores the write-ahead log there, so that any moment after a backup can be restored. Unset: only the times of backups can be. Workers record erasures there, with any database (docs/operations/retention.md).',
    ),
  HREV_ENCRYPTION_KEY: secretKey.describe(
    '64 hexadecimal digits that seal cursors and secrets, the same in every process; unset: created and stored in `HREV_HOME`. Required by the roles `api` and `worker`, together with `DATABASE_URL`.',
  ),
  HREV_ENCRYPTION_KEY_PREVIOUS: secretKeys.describe(
    'Older values of `HREV_ENCRYPTION_KEY`, separated by commas. Secrets that they sealed are read, and resealed when used or by `hrev reseal`.',
  ),
  HREV_ROLE: z
    .enum(['all', 'api', 'worker'])
    .default('all')
    .describe('Role of this process: the API, a worker, or both.'),
  HREV_WORKER_PORT: wholeNumber(4739, 0, 65_535).describe(
    'Port for the probes of a process with the role `worker`. 0 selects a free port.',
  ),
  HREV_METRICS_PORT: wholeNumber(9464, 0, 65_535).describe(
    'Port for metrics in the text format of Prometheus, at `/metrics`, without authentication. 0: no metrics.',
  ),
  HREV_METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address at which metrics are served. Only this machine reaches the default; in a cluster, the address of the pod (`0.0.0.0`), with a network policy.',
    ),
  HREV_COMMIT: z
    .string()
    .regex(/^[0-9a-f]{7,40}$/, 'expected the hash of a commit')
    .optional()
    .transform((text) => text ?? null)
    .describe('Commit of the source, shown in the metric `hrev_build_info`; images state it.'),
  HREV_DATABASE_POOL: wholeNumber(8, 2, 100).describe('Database connections of this process.'),
  HREV_RATE_LIMIT: wholeNumber(300, 1, 100_000_000).describe(
    'Requests per minute and key, over all API processes together.',
  ),
  HREV_KEYLESS_RATE: wholeNumber(120, 1, 100_000_000).describe(
    'Requests per minute and client address that carry no valid key or session, in each API process; above it the response is 429 instead of 401.',
  ),
  HREV_TRUSTED_PROXIES: networks.describe(
    'Addresses and networks of the proxies in front of the API, separated by commas (`10.0.0.0/8,loopback`): their `X-Forwarded-For` gives the address of the client. Unset: the address of the connection counts.',
  ),
  HREV_PLANS: json(z.partialRecord(z.enum(['trial', 'basic', 'full']), planOverride)).describe(
    'JSON that overrides fields of the plans `trial`, `basic`, `full`.',
  ),
  HREV_TRIAL_REVIEWS_PER_LINK: wholeNumber(20, 1, 1_000_000).describe(
    'Latest reviews per link that a trial account sees.',
  ),
  HREV_COLLECT_EVERY: duration('6h', '1s').describe('How often a link is collected from public pages.'),
  HREV_COLLECT_OWNER_EVERY: duration('30m', '1s').describe(
    'How often a link is collected from the interface for owners only. Some platforms have a longer shortest period (`min_every_seconds` in `GET /v3/sources`).',
  ),
  HREV_COLLECT_MIN_GAP: duration('10m').describe(
    '"Collect now" leaves out links that were collected less than this time ago.',
  ),
  HREV_COLLECT_FULL_EVERY: duration('7d').describe(
    'Longest time between two collections of a link that read the whole list.',
  ),
  HREV_COLLECT_CONCURRENCY: wholeNumber(8, 1, 200).describe('Links that one worker process collects at the same time.'),
  HREV_COLLECT_BROWSER: z
    .enum(['on', 'off', 'only'])
    .default('on')
    .describe(
      'Sources that this worker process collects from. `on`: all. `off`: those that are read without a browser. `only`: those that need one, or may need one.',
    ),
  HREV_COLLECT_LEASE: duration('15s', '1s', '1d').describe(
    'Time without a sign of a worker after which another worker continues its collections.',
  ),
  HREV_PARSE_TIMEOUT: duration('10s', '100ms', '10m').describe(
    "Time limit for parsing a platform's page; the collection of the link fails where parsing takes longer.",
  ),
  HREV_DELETION_CONFIRM_AFTER: duration('6h').describe(
    'Least time between the two complete passes that prove a deletion.',
  ),
  HREV_WEBHOOK_BACKOFF: durations('30s,1m,2m,5m,10m,15m,30m', '7d').describe(
    'Waits between the attempts of a delivery, each from the end of the attempt before; the last one applies to all further attempts.',
  ),
  HREV_WEBHOOK_ATTEMPTS: wholeNumber(30, 1, 1_000).describe('Attempts of a delivery before it goes to `dead_letter`.'),
  HREV_WEBHOOK_TIMEOUT: duration('15s', '100ms', '60s').describe(
    'Time limit of one attempt, of which connecting may take 5 s.',
  ),
  HREV_WEBHOOK_CONCURRENCY: wholeNumber(64, 1, 1_000).describe(
    'Deliveries that one worker process has in flight at the same time.',
  ),
  HREV_WEBHOOK_MAX_BODY: wholeNumber(262_144, 1_024, 16_777_216).describe(
    "Maximum size of a delivery's body in bytes; a larger one is sent without reviews (`truncated`).",
  ),
  HREV_REPLY_LEASE: duration('30s', '1s', '1d').describe(
    'Time without a sign of a worker after which another worker continues its replies; it first reads the reply from the platform.',
  ),
  HREV_REPLY_RETRY_AFTER: duration('15s', '0s', '1d').describe(
    'Pause before a reply is tried again, doubled each time; also the time after which an interrupted request is assumed not to arrive any longer.',
  ),
  HREV_REPLY_MODERATION_LIMIT: duration('7d').describe(
    'Time after which a reply that a moderating platform has not shown fails.',
  ),
  HREV_EXPORT_SPACE: wholeNumber(4_096, 1, 1_048_576).describe(
    'Megabytes that the files of exports of one account may take together in the database.',
  ),
  HREV_EXPORT_SPACE_TOTAL: wholeNumber(32_768, 1, 16_777_216).describe(
    'Megabytes that the files of exports of all accounts may take together in the database. The second half is for accounts with less than their share.',
  ),
  HREV_SOURCE_ORIGINS: json(z.record(z.string(), sourceOrigin)).describe(
    'JSON object that maps source slugs to the origins that receive their requests instead of the platforms.',
  ),
  HREV_EXTRA_SOURCES: z
    .string()
    .optional()
    .transform((text) => text ?? null)
    .describe('YAML file of further sources, which are read through schema.org markup.'),
  HREV_ROBOTS: z
    .enum(['ignore', 'obey'])
    .default('ignore')
    .describe(
      'Whether public pages are read only where robots.txt of their host allows it. `obey`: a link to another page fails with `blocked`, see docs/robots.md.',
    ),
  HREV_FACEBOOK_GRAPH_VERSION: z
    .string()
    .regex(/^v[1-9]\d{0,2}\.\d$/, 'expected a version such as v21.0')
    .optional()
    .transform((text) => text ?? null)
    .describe(
      "Version of Facebook's Graph API, as `v23.0`. Unset: v21.0, the last one with recommendations, while Facebook serves it, and later the oldest one that it serves.",
    ),
  HREV_GOOGLE_SUBSCRIPTION: z
    .string()
    .regex(
      /^projects\/[a-z0-9.:-]{3,100}\/subscriptions\/[A-Za-z][A-Za-z0-9._~+%-]{2,254}$/,
      'expected projects/{project}/subscriptions/{subscription}',
    )
    .optional()
    .transform((text) => text ?? null)
    .describe(
      "Pull subscription of Cloud Pub/Sub with Google's notifications about reviews, as `projects/{project}/subscriptions/{subscription}`. They make links due at once, see docs/platforms/google.md. Unset: none are pulled.",
    ),
  HREV_GOOGLE_SERVICE_ACCOUNT: z
    .string()
    .optional()
    .transform((text) => text ?? null)
    .describe('Key file (JSON) of the service account that pulls from HREV_GOOGLE_SUBSCRIPTION.'),
  HREV_ALLOW_PRIVATE_TARGETS: yesNo.describe(
    'Allows plain http and private addresses for links, source origins and webhook targets; refused in production.',
  ),
  HREV_CHROMIUM_PATH: z
    .string()
    .optional()
    .transform((text) => text ?? null)
    .describe('Browser for sources that need one; unset: searched for on the system.'),
  HREV_CHROMIUM_NO_SANDBOX: yesNo.describe(
    'Starts Chromium without its sandbox. Chromium has no sandbox as root: unset, hrev starts no browser as root.',
  ),
  HREV_SMTP_URL: addressOf('smtp:', 'smtps:').describe(
    "The operator's own mail server, as `smtp://user:password@host:587` or `smtps://…`; unset: notices and support messages are only stored.",
  ),
  HREV_MAIL_FROM: mailAddress.describe('Sender address of mail; required together with `HREV_SMTP_URL`.'),
  HREV_OPERATOR_MAIL: mailAddress.describe(
    'Address to which support messages are mailed; unset: they are only stored.',
  ),
  HREV_AUDIT_KEEP: duration('400d', '1d', '3650d').describe('How long entries of the audit trail are kept.'),
  HREV_SECURITY_CONTACT: securityContact.describe(
    'Contact for vulnerability reports, as `mailto:security@example.com` or `https://…`; shown at `/.well-known/security.txt`, which is 404 where this is unset.',
  ),
  HREV_CONSOLE_MFA: z
    .enum(['required', 'all'])
    .default('required')
    .describe(
      'Who needs a second factor in the console. `required`: operators and owners of accounts. `all`: every person.',
    ),
  HREV_PUBLIC_URL: publicUrl.describe(
    'Address at which people reach the service, as `https://reviews.example.com`; required for the console beyond loopback.',
  ),
  HREV_HSTS_SUBDOMAINS: yesNo.describe(
    'Whether `Strict-Transport-Security` also covers the subdomains of the host. Set it where all of them use https.',
  ),
  HREV_CONSOLE: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether the API serves the web console at `/console`. With `off`, no request log is written.'),
  HREV_MCP: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether the API serves language models at `/mcp` (docs/agents.md). It uses the keys of the API and their scopes.',
    ),
  HREV_MCP_LOCKDOWN: yesNo.describe(
    'Whether `/mcp` and `hrev mcp` leave out all text that others wrote (reviews, authors, replies, names). Clients can ask for it; they cannot turn it off.',
  ),
  HREV_SHUTDOWN_DELAY: duration('0s', '0s', '1h').describe(
    'Pause between "not ready" and closing the port, for load balancers.',
  ),
} as const;
