import type { INestApplicationContext } from '@nestjs/common';
import { Argument, type Command } from 'commander';
import { EventsModule } from '@libs/events';
import { forTerminal, wireTime } from '@libs/kernel';
import { AuthModule } from '@src/auth';
import { LinkStatesModule } from '@src/collection';
import { LinksModule } from '@src/links';
import { OperatorSwitches, SwitchControlModule, type SwitchState } from '@src/operations';
import { SWITCHES, type SwitchName } from '@src/switches';
import { readName } from '../arguments';
import {
  addCommand,
  runCommand,
  withJson,
  type CommandResult,
  type CommandTools,
  type CommonOptions,
} from '../run-command';
import { table } from '../table';

interface SwitchOptions extends CommonOptions {
  readonly source?: string;
  readonly reason?: string;
}

/** `switch list|off|on`. */
export function addSwitchCommands(program: Command): void {
  const group = program
    .command('switch')
    .description('stop replies, webhooks or collection for all accounts: list, off, on; nothing is dropped');
  addCommand(group, 'list', 'show what is off, since when and why', async (tools) => shown(await opened(tools)));
  for (const [to, description] of Object.entries(DESCRIPTIONS) as [keyof typeof DESCRIPTIONS, string][])
    withJson(group.command(to).description(description))
      .addArgument(new Argument('<switch>', 'what to switch').choices(SWITCHES))
      .option('--source <slug>', 'only for this platform')
      .option('--reason <text>', 'for other operators and the audit trail', readName)
      .action((name: SwitchName, options: SwitchOptions) =>
        runCommand(options, (tools) => set(tools, to, name, options)),
      );
}

const DESCRIPTIONS = {
  off: 'switch it off; what is in flight ends, and nothing more begins',
  on: 'switch it on; what waited is taken up at the normal pace',
} as const;

async function set(
  tools: CommandTools,
  to: keyof typeof DESCRIPTIONS,
  name: SwitchName,
  { source, reason }: SwitchOptions,
): Promise<CommandResult> {
  const switches = await opened(tools);
  const [slug, text] = [source ?? null, reason ?? null];
  await (to === 'off' ? switches.turnOff(name, slug, text) : switches.turnOn(name, slug, text));
  return shown(switches);
}

async function opened(tools: CommandTools): Promise<OperatorSwitches> {
  const app: INestApplicationContext = await tools.open([
    EventsModule,
    AuthModule,
    LinksModule,
    LinkStatesModule,
    SwitchControlModule,
  ]);
  return app.get(OperatorSwitches, { strict: false });
}

async function shown(switches: OperatorSwitches): Promise<CommandResult> {
  const states = await switches.list();
  return {
    json: { switches: states.map(jsonOf) },
    lines: table(
      ['switch', 'platform', 'state', 'off since', 'reason'],
      states.map(({ name, source, offSince, reason }) => [
        name,
        source?.slug ?? 'all',
        offSince === null ? 'on' : 'OFF',
        offSince === null ? '-' : wireTime(offSince),
        reason === null ? '-' : forTerminal(reason),
      ]),
    ),
  };
}

const jsonOf = ({ name, source, offSince, reason }: SwitchState): object => ({
  switch: name,
  source: source?.slug ?? null,
  off_since: offSince === null ? null : wireTime(offSince),
  reason,
});
