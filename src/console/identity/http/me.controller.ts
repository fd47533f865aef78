import { Body, Controller, Delete, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdParam, invalid, NO_VERSION } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { PersonsService } from '../persons.service';
import { SessionsService } from '../sessions.service';
import type { SessionRecord } from '../persistence/session.store';
import { Me, ProfileBody, SessionShown, type PreferencesShown } from './me.shapes';
import { CurrentSession, Person } from './person.guard';

/** The signed-in person and the person's sessions. */
@ApiTags('Person')
@Controller({ path: 'console/api', version: NO_VERSION })
export class MeController {
  constructor(
    private readonly persons: PersonsService,
    private readonly sessions: SessionsService,
  ) {}

  @Get('me')
  @Person({
    summary: 'The signed-in person',
    description: 'With the accounts, the roles and the settings.',
    response: Me,
  })
  async get(@CurrentSession() session: SessionRecord): Promise<Me> {
    const { id, name, email, isOperator, preferences } = await this.persons.find(session.personId);
    const accounts = await this.persons.accountsOf(id);
    return {
      id,
      name,
      email,
      is_operator: isOperator,
      proof_until: session.isProven ? wireTimeOrNull(session.provenUntil) : null,
      accounts: accounts.map(({ isDemo, ...account }) => ({ ...account, is_demo: isDemo })),
      preferences: preferences as PreferencesShown,
      unread: accounts.reduce((sum, { unread }) => sum + unread, 0),
    };
  }

  @Patch('me')
  @Person({
    summary: 'Change the name and the settings of the console',
    description: 'Fields that are absent stay as they are.',
    response: Me,
  })
  async update(@CurrentSession() session: SessionRecord, @Body() body: ProfileBody): Promise<Me> {
    const { name, ...preferences } = body;
    checkSetting('locale', preferences.locale, Intl.getCanonicalLocales, 'a language tag such as pt-PT');
    checkSetting('time_zone', preferences.time_zone, formatIn, 'an IANA time zone such as Europe/Lisbon');
    await this.persons.update(session.personId, name ?? null, preferences);
    return this.get(session);
  }

  @Get('sessions')
  @Person({
    summary: 'The sessions of the person, latest first',
    description: 'At most 20.',
    list: SessionShown,
  })
  async listSessions(@CurrentSession() session: SessionRecord): Promise<{ readonly data: readonly SessionShown[] }> {
    const sessions = await this.sessions.list(session.personId);
    const data = sessions.map(({ id, device, address, createdAt, lastSeenAt }) => ({
      id,
      current: id === session.id,
      device,
      ip: address,
      created_at: wireTime(createdAt),
      last_seen_at: wireTime(lastSeenAt),
    }));
    return { data };
  }

  @Delete('sessions')
  @Person({
    needsProof: true,
    summary: 'End all other sessions',
    description: 'The session of this request continues.',
    status: 204,
  })
  async endOtherSessions(@CurrentSession() session: SessionRecord): Promise<void> {
    await this.sessions.endOthers(session.personId, session.id);
  }

  @Delete('sessions/:session_id')
  @Person({ summary: 'End a session', description: 'Its streams end within seconds.', status: 204 })
  async endSession(@CurrentSession() session: SessionRecord, @IdParam('session_id') id: number): Promise<void> {
    await this.sessions.end(session.personId, id);
  }
}

const formatIn = (timeZone: string): Intl.DateTimeFormat => new Intl.DateTimeFormat('en', { timeZone });

/** Throws 422 for a value for which `use` throws. An empty text means that of the browser. */
function checkSetting(field: string, value: string | undefined, use: (value: string) => unknown, form: string): void {
  if (value === undefined || value === '') return;
  try {
    use(value);
  } catch {
    throw invalid(field, `must be ${form}`);
  }
}
