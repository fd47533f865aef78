import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { ChecksService } from '../checks/checks.service';
import { OperatorMail } from '../operator-mail.service';
import { ProbeService } from '../probe/probe.service';
import { BundlePresenter } from './bundle.presenter';
import { BundleShown, CheckShown, presentCheck, ProbeBody, ProbeShown, TestMailShown } from './system.shapes';

/** Checks of the installation, for the operator (contract §4.16). */
@ApiTags('Administration')
@Controller({ path: 'admin', version: V3 })
export class SystemController {
  constructor(
    private readonly checks: ChecksService,
    private readonly bundles: BundlePresenter,
    private readonly mail: OperatorMail,
    private readonly probes: ProbeService,
  ) {}

  @Get('checks')
  @Endpoint({
    summary: 'The checks of the installation, with remedies',
    description: 'As `hrev doctor`, in the process that answers. Takes a few seconds, because it starts the browser.',
    list: CheckShown,
    access: 'master',
  })
  async getChecks(): Promise<{ readonly data: readonly CheckShown[] }> {
    const findings = await this.checks.run();
    return { data: findings.map(presentCheck) };
  }

  @Get('bundle')
  @Endpoint({
    name: 'getSupportBundle',
    summary: 'Facts for the report of a problem',
    description: 'Checks, processes, queues and sources, without secrets and without reviews.',
    response: BundleShown,
    access: 'master',
    needsProof: true,
  })
  async getBundle(): Promise<BundleShown> {
    return this.bundles.bundle();
  }

  @Post('test-mail')
  @Endpoint({
    name: 'sendTestMail',
    summary: 'Send a test mail to the operators',
    description: '`conflict` if no mail server is set, or no operator has an address.',
    status: 202,
    response: TestMailShown,
    access: 'master',
    errors: ['conflict'],
  })
  async sendTestMail(): Promise<TestMailShown> {
    return { recipients: await this.mail.sendTest() };
  }

  @Post('probe')
  @Endpoint({
    name: 'probeAddress',
    summary: 'Read the first page of an address without storing it',
    description:
      'As `hrev sources probe`, within 60 seconds and outside the shared pace of requests. A visit that fails is a result with `error`. One probe of an operator at a time: `conflict`.',
    response: ProbeShown,
    access: 'master',
    errors: ['conflict'],
  })
  async probe(@CurrentCaller() { keyId, personId }: Caller, @Body() { url }: ProbeBody): Promise<ProbeShown> {
    return this.probes.probe(personId === null ? `key ${keyId}` : `person ${personId}`, url);
  }
}
