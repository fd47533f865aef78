import { McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { UNTRUSTED_NOTICE } from './untrusted';
import type { Hrev } from '@libs/sdk';
import { shownError } from './tool-errors';
import type { Tool } from './tool';
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
  const config = {
    title: tool.title,
    description: isLockdown ? tool.description.replace(UNTRUSTED_NOTICE, IN_LOCKDOWN) : tool.description,
    inputSchema: tool.input.strict(),
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
      const result = await tool.run(args, { hrev, isLockdown, signal });
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
