import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { ReplyPolicyService } from '../reply-policy.service';
import { PolicyBody, policyOf, presentPolicy, ReplyPolicyShown } from './reply-policy.shapes';

/** The policy by which an account answers proposals (contract §4.20). */
@ApiTags('Console only')
@Controller({ path: 'reply-policy', version: V3 })
export class ReplyPolicyController {
  constructor(private readonly policies: ReplyPolicyService) {}

  @Get()
  @Endpoint({
    summary: 'The policy for proposed replies',
    description: 'Off and without rules until an owner writes one. Possible only from the account console.',
    response: ReplyPolicyShown,
    access: 'session',
    leastRole: 'viewer',
  })
  async get(@CurrentCaller() { accountId }: Caller): Promise<ReplyPolicyShown> {
    return presentPolicy(await this.policies.get(accountId));
  }

  @Put()
  @Endpoint({
    summary: 'Replace the policy for proposed replies',
    description:
      'The first rule that fits a review answers its proposal with its template; the proposed text is never published. Holds for proposals that are made afterwards. For owners with a fresh proof; with any key 403 `session_required`.',
    response: ReplyPolicyShown,
    access: 'session',
    needsProof: true,
    errors: ['forbidden'],
  })
  async put(@CurrentCaller() caller: Caller, @Body() body: PolicyBody): Promise<ReplyPolicyShown> {
    await this.policies.put(caller, policyOf(body));
    return this.get(caller);
  }
}
