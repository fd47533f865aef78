import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, NameParam, V3 } from '@libs/http';
import { notFound } from '@libs/kernel';
import { SWITCHES, type SwitchName } from '@src/switches';
import { OperatorSwitches } from '../operator-switches.service';
import { SourcesReport } from '../sources-report.service';
import { presentSwitch, SwitchBody, SwitchShown } from './switch.shapes';

const Name = (): ParameterDecorator =>
  NameParam('switch', `What to switch: ${SWITCHES.map((name) => `\`${name}\``).join(', ')}.`, 'replies');

interface Switches {
  readonly data: readonly SwitchShown[];
}

/** What the operator has switched off for all accounts (contract §4.17). */
@ApiTags('Administration')
@Controller({ path: 'admin/switches', version: V3 })
export class SwitchesController {
  constructor(
    private readonly switches: OperatorSwitches,
    private readonly report: SourcesReport,
  ) {}

  @Get()
  @Endpoint({
    name: 'listSwitches',
    summary: 'The switches of replies, webhooks and collection',
    description: 'Those of all platforms together, and those of single platforms that are off.',
    list: SwitchShown,
    access: 'master',
  })
  async list(): Promise<Switches> {
    return { data: (await this.switches.list()).map(presentSwitch) };
  }

  @Post(':switch/off')
  @Endpoint({
    name: 'switchOff',
    summary: 'Switch off replies, webhooks or collection',
    description:
      'For all accounts, of all platforms or of one. Nothing begins after the response, in any process; what is in flight ends. Nothing is dropped: replies and deliveries wait, and links keep their due times. Repeated, it replaces the reason. The collection of a platform is its pause. Returns all switches, as the list does.',
    list: SwitchShown,
    access: 'master',
  })
  async turnOff(@Name() name: string, @Body() { source_slug: slug, reason }: SwitchBody): Promise<Switches> {
    await this.switches.turnOff(switchNamed(name), slug ?? null, reason ?? null);
    return this.changed();
  }

  @Post(':switch/on')
  @Endpoint({
    name: 'switchOn',
    summary: 'Switch on replies, webhooks or collection',
    description:
      'What waited is taken up at the normal pace and in its order. `conflict` if the switch is on: a switch of a single platform is another one than that of all together. Returns all switches, as the list does.',
    list: SwitchShown,
    access: 'master',
    errors: ['conflict'],
  })
  async turnOn(@Name() name: string, @Body() { source_slug: slug, reason }: SwitchBody): Promise<Switches> {
    await this.switches.turnOn(switchNamed(name), slug ?? null, reason ?? null);
    return this.changed();
  }

  private changed(): Promise<Switches> {
    this.report.forget();
    return this.list();
  }
}

function switchNamed(text: string): SwitchName {
  const name = SWITCHES.find((one) => one === text);
  if (name === undefined) throw notFound();
  return name;
}
