/**
 * The MCP server (contract §4.21): tools for language models over the SDK, for the command line and for the API process. Texts of reviews
 * are written by third parties; `untrusted` marks them.
 */
export { mcpServer, toolsFor, type AgentAccess } from './mcp-server';
export { DEFAULT_TOOLSETS, readToolsets, TOOLSETS, type Toolset } from './toolsets';
