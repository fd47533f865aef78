import type { DocumentedSession } from '../session-needs';

export const SESSION_SCHEME = 'Session';

/** The security scheme of the API of the console. */
export const SESSION = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-hrev',
  description: 'The session of a person. On loopback without https the cookie has the name `hrev-session`.',
} as const;

/** The headers that a page of the console sends. */
export function addConsoleHeaders(
  operation: { parameters?: { name: string; in: string }[] },
  method: string,
  session: DocumentedSession | null,
): void {
  const parameters = (operation.parameters ??= []);
  if (session?.accountIn === 'header') parameters.push(ACCOUNT);
  if (method !== 'GET') parameters.push(FROM_CONSOLE);
}

const ACCOUNT = {
  name: 'X-Hrev-Account',
  in: 'header',
  required: true,
  description: 'Id of the account.',
  schema: { type: 'integer', format: 'int64', minimum: 1 },
};

const FROM_CONSOLE = {
  name: 'X-Hrev-Console',
  in: 'header',
  required: true,
  description: 'Marks requests of the console; forms of other sites cannot send it.',
  schema: { type: 'string', enum: ['1'] },
};
