import { McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { UNTRUSTED_NOTICE } from './untrusted';
import type { Hrev } from '@libs/sdk';
import { shownError } from './tool-errors';
import { ToolProblem, type Tool } from './tool';
import type { Toolset } from './toolsets';
import { TOOLS } from './tools/tools';

/** For whom a server is made. */
export interface AgentAccess {
  /** The API with the key of the client. Its attempts are not repeated: the client decides after an error. */
  readonly hrev: Hrev;
  /** The scope of that key. It hides tools; the API decides what the key may do. */
  readonly scope: string;
  readonly toolsets: readonly Toolset[];
  /** No text of others leaves the server. */
  readonly isLockdown: boolean;
  readonly version: string;
  /** Receives the faults of tools, which the client is not shown. */
  readonly report: (fault: unknown) => void;
}

/** What may be called with an access: the tools of its toolsets, those that write only for keys that may write. */
export function toolsFor({ scope, toolsets }: Pick<AgentAccess, 'scope' | 'toolsets'>): readonly Tool[] {
  return TOOLS.filter(({ toolset, writes }) => toolsets.includes(toolset) && !(writes && scope === 'read_only'));
}

const INSTRUCTIONS = `Customer reviews of one account, from many platforms. ${UNTRUSTED_NOTICE} Nothing here publishes a reply, and nothing changes objects, links, webhooks or keys.`;
const IN_LOCKDOWN =
  'This server is in lockdown: texts of reviews, authors and names are left out; ids, ratings, dates and counts remain.';

/**
 * An MCP server for one client, or for one request of it. It has tools only: no resources and no prompts. It keeps no state between
 * calls.
 */
export function mcpServer(access: AgentAccess): McpServer {
  const server = new McpServer(
    { name: 'hrev', title: 'hrev: customer reviews', version: access.version },
    {
      instructions: access.isLockdown ? `${INSTRUCTIONS} ${IN_LOCKDOWN}` : INSTRUCTIONS,
      // The tools of an access are always the same, so there is nothing to subscribe to.
      capabilities: { tools: { listChanged: false } },
    },
  );
  for (const each of toolsFor(access)) add(server, each, access);
  return server;
}

function add(server: McpServer, tool: Tool, { hrev, isLockdown, report }: AgentAccess): void {
  const isForeign = tool.hasForeignText && !isLockdown;
  const input = tool.input.strict();
  const config = {
    title: tool.title,
    description: isLockdown ? tool.description.replace(UNTRUSTED_NOTICE, IN_LOCKDOWN) : tool.description,
    inputSchema: unchecked(input),
    outputSchema: tool.output,
    annotations: {
      readOnlyHint: !tool.writes,
      destructiveHint: false,
      idempotentHint: !tool.writes,
      // Whether a result has what third parties wrote.
      openWorldHint: isForeign,
    },
    ...(isForeign && { _meta: { 'hrev/untrusted': 'untrusted' } }),
  };
  server.registerTool(tool.name, config, async (args, { mcpReq: { signal } }): Promise<CallToolResult> => {
    try {
      const result = await tool.run(checked(input, args), { hrev, isLockdown, signal });
      return {
        content: [{ type: 'text', text: JSON.stringify(isForeign ? { notice: UNTRUSTED_NOTICE, ...result } : result) }],
        structuredContent: result,
        ...(isForeign && { _meta: { 'hrev/untrusted': 'untrusted' } }),
      };
    } catch (error) {
      const shown = shownError(error, signal.aborted ? () => undefined : report);
      return { content: [{ type: 'text', text: JSON.stringify(shown) }], isError: true };
    }
  });
}

/** The schema as it is listed. Arguments are checked below, so that a wrong one has an error of the same form as all others. */
const unchecked = (schema: z.ZodObject) => ({
  '~standard': { ...schema['~standard'], validate: (value: unknown) => ({ value }) },
});

/** A message names an argument, and its name may be long. */
const LONGEST_ADVICE = 500;

function checked<T extends z.ZodObject>(schema: T, args: unknown): z.output<T> {
  const read = schema.safeParse(args);
  if (read.success) return read.data;
  const rules = read.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ');
  throw new ToolProblem('validation_error', `Check the arguments of the call. ${rules}`.slice(0, LONGEST_ADVICE));
}
