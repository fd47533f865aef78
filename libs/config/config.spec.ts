import { ConfigError, loadConfig, unknownVariables } from './config';

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('loadConfig (contract §12.2: "a value that cannot be read stops the start with a line that names it")', () => {
  it.each<[name: string, value: string, problem: RegExp]>([
    ['PORT', '65536', /whole number from 0 to 65535, got "65536"$/],
    ['PORT', '1e3', /whole number/],
    ['LOG_LEVEL', 'INFO', /expected one of/],
    ['DATABASE_URL', 'mysql://host/db', /such as postgres:\/\/… or postgresql:\/\/…$/],
    ['DATABASE_URL', 'postgres://u:p%zz@host/db', /a % in its user name, password or path must be written as %25$/],
    ['REDIS_URL', 'localhost:6379', /such as redis:\/\/… or rediss:\/\/…$/],
    ['HREV_ENCRYPTION_KEY', 'abc', /64 hexadecimal digits/],
    ['HREV_PLANS', '{"gold":{}}', /^HREV_PLANS: Unrecognized key: "gold"$/],
    ['HREV_PLANS', '{"trial":{"x":1}}', /^HREV_PLANS: trial: Unrecognized key: "x"$/],
    ['HREV_PLANS', '{', /expected JSON$/],
    ['HREV_SOURCE_ORIGINS', '{"steam":"https://steam.example/x"}', /^HREV_SOURCE_ORIGINS: steam: expected an origin/],
    ['HREV_ALLOW_PRIVATE_TARGETS', 'on', /true or false/],
    ['HREV_SECURITY_CONTACT', 'security@example.com', /such as mailto:security@example\.com or https:/],
    ['HREV_SECURITY_CONTACT', 'mailto:', /such as mailto:/],
    ['HREV_SECURITY_CONTACT', 'http://example.com/security', /such as mailto:/],
    ['HREV_SECURITY_CONTACT', 'https://user:word@example.com/', /such as mailto:/],
    ['HREV_SECURITY_CONTACT', 'https://', /such as mailto:/],
    ['HREV_SECURITY_CONTACT', 'https://example.com/\nContact: mailto:a@example.com', /such as mailto:/],
    ['HREV_COLLECT_EVERY', '6', /expected a duration such as 500ms, 30s, 10m or 6h, from 1s to 365d, got "6"$/],
    ['HREV_WEBHOOK_BACKOFF', '30s,,1m', /each at most 7d, got "30s,,1m"$/],
  ])('refuses %s=%s', (name, value, problem) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
    expect(problems[0]?.startsWith(`${name}: `)).toBe(true);
  });

  // A shorter value would make a schedule without a next slot, or a lease that expires at once. A longer value is not a PostgreSQL
  // time, or makes Node's timers fire at once.
  it.each<[name: string, values: readonly string[]]>([
    ['HREV_COLLECT_EVERY', ['0s', '999ms', '366d', '999999999d']],
    ['HREV_COLLECT_MIN_GAP', ['366d']],
    ['HREV_COLLECT_FULL_EVERY', ['366d']],
    ['HREV_COLLECT_LEASE', ['0s', '25h', '100d']],
    ['HREV_DELETION_CONFIRM_AFTER', ['366d']],
    ['HREV_WEBHOOK_BACKOFF', ['8d', '30s,8d']],
    ['HREV_WEBHOOK_TIMEOUT', ['99ms', '61s']],
    ['HREV_REPLY_LEASE', ['0s', '25h']],
    ['HREV_REPLY_RETRY_AFTER', ['25h']],
    ['HREV_REPLY_MODERATION_LIMIT', ['366d']],
    ['HREV_SHUTDOWN_DELAY', ['61m', '30d']],
  ])('refuses for %s all of the values %j', (name, values) => {
    expect(values.filter((value) => problemsOf({ [name]: value }).length === 0)).toEqual([]);
  });

  it.each<[name: string, value: string, parsed: unknown]>([
    ['HREV_COLLECT_EVERY', '1s', 1_000],
    ['HREV_COLLECT_EVERY', '365d', 365 * 86_400_000],
    ['HREV_COLLECT_LEASE', '1d', 86_400_000],
    ['HREV_COLLECT_MIN_GAP', '0s', 0],
    ['HREV_COLLECT_FULL_EVERY', '0s', 0],
    ['HREV_WEBHOOK_BACKOFF', '0s, 7d', [0, 7 * 86_400_000]],
    ['HREV_WEBHOOK_TIMEOUT', '100ms', 100],
    ['HREV_SHUTDOWN_DELAY', '1h', 3_600_000],
    ['HREV_ALLOW_PRIVATE_TARGETS', 'TRUE', true],
    ['PORT', ' 80 ', 80],
    ['HREV_HOME', '', '.hrev'],
  ])('parses %s=%s as %j', (name, value, parsed) => {
    expect((loadConfig({ [name]: value }) as Record<string, unknown>)[name]).toEqual(parsed);
  });

  it('reports all problems together', () => {
    expect(problemsOf({ PORT: 'x', HREV_ROLE: 'API' }).map((line) => line.split(':')[0])).toEqual([
      'PORT',
      'HREV_ROLE',
    ]);
  });

  it('reports values that contradict each other', () => {
    const variablesWithProblems = (environment: Record<string, string>): readonly (string | undefined)[] =>
      problemsOf(environment).map((line) => line.split(':')[0]);
    expect(variablesWithProblems({ NODE_ENV: 'production', HREV_ALLOW_PRIVATE_TARGETS: 'true' })).toEqual([
      'HREV_ALLOW_PRIVATE_TARGETS',
    ]);
    expect(variablesWithProblems({ HREV_ROLE: 'api', DATABASE_URL: 'postgres://h/d' })).toEqual([
      'HREV_ENCRYPTION_KEY',
    ]);
    expect(variablesWithProblems({ HREV_SMTP_URL: 'smtp://h' })).toEqual(['HREV_MAIL_FROM']);
    expect(variablesWithProblems({ HREV_GOOGLE_SUBSCRIPTION: 'projects/ours/subscriptions/hrev' })).toEqual([
      'HREV_GOOGLE_SERVICE_ACCOUNT',
    ]);
    expect(variablesWithProblems({ HREV_SOURCE_ORIGINS: '{"steam":"http://127.0.0.1:1"}' })).toEqual([
      'HREV_SOURCE_ORIGINS',
    ]);
    expect(
      variablesWithProblems({
        HREV_SOURCE_ORIGINS: '{"steam":"http://127.0.0.1:1"}',
        HREV_ALLOW_PRIVATE_TARGETS: 'yes',
      }),
    ).toEqual([]);
  });

  it('finds unknown variables that begin with HREV_', () => {
    expect(unknownVariables({ HREV_ROLL: 'api', HREV_ROLE: 'api', HOME: '/' })).toEqual(['HREV_ROLL']);
  });
});
