import type { Hrev } from '@libs/sdk';
import type { z } from 'zod';
import type { Toolset } from './toolsets';

/** What a tool works with during one call. */
export interface ToolWork {
  /** The API, with the key of the client: a tool can do what its key may do, and sees what its key sees. */
  readonly hrev: Hrev;
  /** Foreign text is left out. */
  readonly isLockdown: boolean;
  /** Ends the call. */
  readonly signal: AbortSignal;
}

/** A tool of the MCP server. */
export interface Tool<Args extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string;
  readonly toolset: Toolset;
  readonly title: string;
  /** What it does. It contains no text of others, and is the same for every account. */
  readonly description: string;
  /** Whether its results have foreign text, in fields named `untrusted`. */
  readonly hasForeignText: boolean;
  /** Whether it writes; a key of scope `read_only` does not see it. */
  readonly writes: boolean;
  readonly input: z.ZodObject<Args>;
  readonly output: z.ZodObject;
  /** Returns a value of `output`. Throws the errors of the SDK, and `ToolProblem`. */
  run(args: z.output<z.ZodObject<Args>>, work: ToolWork): Promise<Record<string, unknown>>;
}

/** Keeps the types of the arguments of a tool between its declaration and its work. */
export const tool = <Args extends z.ZodRawShape>(declared: Tool<Args>): Tool => declared as unknown as Tool;

/** Why a tool cannot do what it was asked, with what to do instead. Its texts are those of this library. */
export class ToolProblem extends Error {
  constructor(
    readonly code: string,
    readonly advice: string,
  ) {
    super(`${code}: ${advice}`);
  }
}
