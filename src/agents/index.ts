/** The MCP server of the API process (contract §4.21); the tools themselves are in libs/agents. */
export { AgentsModule } from './agents.module';
