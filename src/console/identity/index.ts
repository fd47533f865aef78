/**
 * Persons: how they sign in and prove who they are, the members of accounts, and the guards that admit persons to routes. The other
 * rooms of the console may import this one.
 */
export { AccountAccess } from './account-access.service';
export { ROLES, type Role } from './domain/roles';
export { CurrentMember, Member, type Membership } from './http/member.guard';
export { IdentityModule } from './identity.module';
export { LinksOfConsole } from './links-of-console.service';
export { NoticeReadersModule } from './notice-readers.module';
export { ConsoleTokenEntity } from './persistence/console-token.entity';
export { FactorEntity } from './persistence/factor.entity';
export { KnownBrowserEntity } from './persistence/known-browser.entity';
export { MemberStore } from './persistence/member.store';
export { MembershipEntity } from './persistence/membership.entity';
export { PasskeyChallengeEntity } from './persistence/passkey-challenge.entity';
export { PersonEntity } from './persistence/person.entity';
export { PersonStore } from './persistence/person.store';
export { RecoveryCodeEntity } from './persistence/recovery-code.entity';
export { SessionEntity } from './persistence/session.entity';
export { LIVE_SESSION } from './persistence/session.store';
export { SignInWindowEntity } from './persistence/sign-in-window.entity';
export { PersonsModule } from './persons.module';
export { PersonsService } from './persons.service';
export { SEALED_SEEDS, Seeds } from './seeds.service';
