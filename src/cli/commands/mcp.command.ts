import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { DEFAULT_TOOLSETS, mcpServer, readToolsets, TOOLSETS, type AgentAccess, type Toolset } from '@libs/agents';
import { ConfigError, loadConfig } from '@libs/config';
import { Hrev, HrevConnectionError, isHrevError } from '@libs/sdk';
import packageJson from '../../../package.json';
import { EXIT } from '../../process/exit-codes';
import { output } from '../output';

interface McpOptions {
  readonly url: string;
  readonly key?: string;
  readonly toolsets: readonly Toolset[];
  readonly lockdown?: true;
}

/** The longest message of a client, as of the API. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
const PATIENCE = { timeoutMs: 60_000, maxRetries: 1, maxRetryAfterMs: 2_000 } as const;

/**
 * `mcp`: an MCP server on standard input and output, for a client that starts it. It speaks to a service over its API with one key, and runs
 * until the client closes its input.
 */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('serve language models on standard input and output (MCP), with a key of the API')
    .addOption(new Option('--url <address>', 'address of the service').env('HREV_URL').default('http://localhost:4738'))
    .addOption(new Option('--key <key>', 'a key of the account; better in the environment').env('HREV_KEY'))
    .addOption(
      new Option('--toolsets <names>', `groups of tools: ${TOOLSETS.join(', ')}, default or all`)
        .default(DEFAULT_TOOLSETS, DEFAULT_TOOLSETS.join(','))
        .argParser(readNames),
    )
    .option('--lockdown', 'leave out all text that others wrote; HREV_MCP_LOCKDOWN=true does so always')
    .action(serve);
}

function readNames(text: string): readonly Toolset[] {
  const names = readToolsets(text);
  if (names !== null) return names;
  throw new InvalidArgumentError(`Toolsets are ${TOOLSETS.join(', ')}, default and all, separated by commas.`);
}

async function serve(options: McpOptions): Promise<void> {
  try {
    const access = await accessOf(options);
    const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MAX_MESSAGE_BYTES });
    // Standard output belongs to the protocol; the end of the input ends the process.
    serveStdio(() => mcpServer(access), { transport, onerror: (error) => output.notes([error.message]) });
  } catch (error) {
    const { lines, exitCode } = explained(error);
    output.notes(lines);
    process.exitCode = exitCode;
  }
}

/** Reads the scope of the key. Throws the errors of the SDK. */
async function accessOf({ url, key, toolsets, lockdown }: McpOptions): Promise<AgentAccess> {
  const { HREV_MCP_LOCKDOWN: isAlwaysLocked } = loadConfig();
  if (key === undefined) throw new TypeError('A key is needed: set HREV_KEY, or give --key.');
  const hrev = new Hrev({ baseUrl: url, apiKey: key, ...PATIENCE });
  const { scope } = await hrev.account.get();
  const report = (fault: unknown): void => output.notes([String(fault)]);
  const isLockdown = isAlwaysLocked || lockdown === true;
  return { hrev, scope, toolsets, isLockdown, version: packageJson.version, report };
}

function explained(error: unknown): { readonly lines: readonly string[]; readonly exitCode: number } {
  if (error instanceof ConfigError) return { lines: error.problems, exitCode: EXIT.usage };
  if (error instanceof HrevConnectionError) return { lines: [error.message], exitCode: EXIT.dependency };
  if (isHrevError(error)) return { lines: [error.message], exitCode: EXIT.failed };
  if (error instanceof TypeError) return { lines: [error.message], exitCode: EXIT.usage };
  throw error;
}
