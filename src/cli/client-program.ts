import type { Command } from 'commander';
import { bareProgram } from './program';

/**
 * The commands that only speak to a service by its API. The service itself is not loaded: they begin at once, and one that runs for hours
 * stays small.
 */
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  listen: async () => (await import('./commands/listen.command.js')).addListenCommand,
  trigger: async () => (await import('./commands/trigger.command.js')).addTriggerCommand,
  mcp: async () => (await import('./commands/mcp.command.js')).addMcpCommand,
};

/** The program with the command `name` alone; null if the command needs the service. */
export async function clientProgram(name: string | undefined): Promise<Command | null> {
  if (name === undefined || !Object.hasOwn(COMMANDS, name)) return null;
  const program = bareProgram();
  (await COMMANDS[name]?.())?.(program);
  return program;
}
