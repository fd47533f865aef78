/**
 * Persons: how they sign in and prove who they are, the members of accounts, and the guards that admit persons to routes. The other
 * rooms of the console may import this one.
 */
export { AccountAccess } from './account-access.service';
export { ROLES, type Role } from './domain/roles';
export { CurrentMember, Member, type Membership } from './http/member.guard';
export { IdentityModule } from './identity.module';
export { NoticeReadersModule } from './notice-readers.module';
export { OneTimeLinks } from './one-time-links.service';
export { MemberStore } from './persistence/member.store';
export { PersonStore } from './persistence/person.store';
export { LIVE_SESSION } from './persistence/session.store';
export { PersonsModule } from './persons.module';
export { PersonsService } from './persons.service';
export { SEALED_SEEDS, Seeds } from './seeds.service';
