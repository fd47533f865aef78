import { Body, Controller, Delete, Get, Patch, Post, Put, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdParam, invalid, NO_VERSION } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import type { Request } from 'express';
import { FactorsService } from '../factors.service';
import { Passkeys } from '../passkeys.service';
import { PersonsService } from '../persons.service';
import { SessionsService } from '../sessions.service';
import type { SessionRecord } from '../persistence/session.store';
import { SignInService } from '../sign-in.service';
import {
  AddedFactorShown,
  ChangePasswordBody,
  ConfirmBody,
  FactorNameBody,
  FactorsShown,
  NewFactorBody,
  PasskeyOptions,
  PasskeyOptionsBody,
  RecoveryCodesShown,
} from './factor.shapes';
import { passkeyOf } from './sign-in.shapes';
import { CurrentSession, noSession, Person, type PersonNeeds } from './person.guard';

/** Also for a person who must add a factor before anything else. */
const ENROLMENT: PersonNeeds = { stages: ['enrol', 'full'] };
const ENROLMENT_PROVEN: PersonNeeds = { ...ENROLMENT, needsProof: true };

/** The second factors and the password of the signed-in person. */
@ApiTags('Person')
@Controller({ path: 'console/api', version: NO_VERSION })
export class FactorsController {
  constructor(
    private readonly factors: FactorsService,
    private readonly passkeys: Passkeys,
    private readonly persons: PersonsService,
    private readonly sessions: SessionsService,
    private readonly signIns: SignInService,
  ) {}

  @Get('me/factors')
  @Person({
    ...ENROLMENT,
    summary: 'The second factors of the person',
    description: 'Apps count once their first code was given.',
    response: FactorsShown,
  })
  async list(@CurrentSession() { personId }: SessionRecord): Promise<FactorsShown> {
    const { factors, recoveryCodesLeft, isRequired } = await this.factors.list(personId);
    const data = factors.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
      id,
      kind,
      name,
      created_at: wireTime(createdAt),
      last_used_at: wireTimeOrNull(lastUsedAt),
    }));
    return { data, recovery_codes_left: recoveryCodesLeft, is_required: isRequired };
  }

  @Post('me/factors')
  @Person({
    ...ENROLMENT_PROVEN,
    name: 'addFactor',
    summary: 'Add a second factor',
    description: 'An app waits for its first code; a passkey counts at once. At most ten factors.',
    status: 201,
    response: AddedFactorShown,
    errors: ['conflict'],
  })
  async create(
    @CurrentSession() session: SessionRecord,
    @Body() { kind, name, passkey }: NewFactorBody,
    @Req() request: Request,
  ): Promise<AddedFactorShown> {
    const { personId, id: sessionId } = session;
    if (kind === 'totp') {
      const { id, url } = await this.factors.addApp(await this.persons.find(personId), name);
      return { id, otpauth_url: url, recovery_codes: null };
    }
    if (passkey === undefined) throw invalid('passkey', 'is required');
    const use = { purpose: 'enrol', sessionId, request } as const;
    const { id, recoveryCodes } = await this.factors.addPasskey(personId, name, passkeyOf(passkey), use);
    await this.sessions.prove(sessionId, request);
    return { id, otpauth_url: null, recovery_codes: recoveryCodes };
  }

  @Post('me/factors/:factor_id/confirm')
  @Person({
    ...ENROLMENT_PROVEN,
    name: 'confirmFactor',
    summary: 'Confirm an app with its first code',
    description: 'The session gets a new cookie.',
    response: AddedFactorShown,
    errors: ['conflict'],
  })
  async confirm(
    @CurrentSession() session: SessionRecord,
    @IdParam('factor_id') id: number,
    @Body() { code }: ConfirmBody,
    @Req() request: Request,
  ): Promise<AddedFactorShown> {
    const { recoveryCodes } = await this.factors.confirmApp(session.personId, id, code);
    await this.sessions.prove(session.id, request);
    return { id, otpauth_url: null, recovery_codes: recoveryCodes };
  }

  @Patch('me/factors/:factor_id')
  @Person({
    name: 'renameFactor',
    summary: 'Rename a second factor',
    description: 'Only a factor that counts.',
    status: 204,
  })
  async update(
    @CurrentSession() { personId }: SessionRecord,
    @IdParam('factor_id') id: number,
    @Body() { name }: FactorNameBody,
  ): Promise<void> {
    await this.factors.rename(personId, id, name);
  }

  @Delete('me/factors/:factor_id')
  @Person({
    needsProof: true,
    summary: 'Remove a second factor',
    description: '`conflict` for the last one of a person who must have one.',
    status: 204,
    errors: ['conflict'],
  })
  async remove(@CurrentSession() { personId }: SessionRecord, @IdParam('factor_id') id: number): Promise<void> {
    await this.factors.remove(personId, id);
  }

  @Post('me/recovery-codes')
  @Person({
    needsProof: true,
    name: 'createRecoveryCodes',
    summary: 'Make new recovery codes',
    description: 'The earlier codes are void.',
    status: 201,
    response: RecoveryCodesShown,
    errors: ['conflict'],
  })
  async createRecoveryCodes(@CurrentSession() { personId }: SessionRecord): Promise<RecoveryCodesShown> {
    return { recovery_codes: await this.factors.newRecoveryCodes(personId) };
  }

  @Put('me/password')
  @Person({
    needsProof: true,
    name: 'changePassword',
    summary: 'Change the password',
    description: 'All other sessions of the person end. This session gets a new cookie.',
    status: 204,
  })
  async changePassword(
    @CurrentSession() { personId, id }: SessionRecord,
    @Body() { current, next }: ChangePasswordBody,
    @Req() request: Request,
  ): Promise<void> {
    if (!(await this.signIns.isProof(personId, id, { password: current }, request)))
      throw invalid('current', 'is not your present password');
    await this.persons.changePassword(personId, id, next);
    await this.sessions.prove(id, request);
  }

  @Post('webauthn/options')
  @Person({
    stages: ['second_factor', 'enrol', 'full'],
    name: 'createPasskeyOptions',
    summary: 'Options for a passkey',
    description:
      'The challenge is used once and expires after five minutes. `conflict` where the console has an address without a name.',
    response: PasskeyOptions,
    errors: ['conflict'],
  })
  async passkeyOptions(
    @CurrentSession() { personId, id: sessionId, stage }: SessionRecord,
    @Body() { purpose }: PasskeyOptionsBody,
    @Req() request: Request,
  ): Promise<PasskeyOptions> {
    if ((purpose === 'second_factor') !== (stage === 'second_factor')) throw noSession(stage);
    const use = { purpose, sessionId, request };
    if (purpose !== 'enrol') return { options: await this.passkeys.signatureOptions(personId, use) };
    return { options: await this.passkeys.registrationOptions(await this.persons.find(personId), use) };
  }
}
