import type { Command } from 'commander';
import { addMcpCommand } from './commands/mcp.command';
import { bareProgram } from './program';

/** The program with the command `mcp` alone. It runs for as long as its client, so it does not load the service. */
export function mcpProgram(): Command {
  const program = bareProgram();
  addMcpCommand(program);
  return program;
}
