/**
 * Accounts, API keys and the permissions of keys (contract §5, §5.1). Every context gets the caller and the limits of the plan
 * from this context; no other context reads the tables of accounts and keys.
 */
export { AccessModule } from './access.module';
export {
  AccountsService,
  type Account,
  type AccountChange,
  type AccountInput,
  type NewAccount,
} from './accounts.service';
export { AuthModule } from './auth.module';
export type { Caller } from './domain/caller';
export { entitlementsOf, PLAN_NAMES, type Entitlements, type PlanName } from './domain/entitlements';
export { ISSUED_SCOPES, KEY_SCOPES, seesAdministration, type KeyScope } from './domain/key-scope';
export { CurrentCaller } from './http/current-caller';
export { clientAddress } from './http/client-address';
export { EmbedLimits } from './http/embed-limits';
export { presentedKey } from './http/presented-key';
export { RequestLimits } from './http/request-limits';
export { WaitingRequests } from './http/waiting-requests';
export { SessionAccess, type PersonSession, type SessionRole } from './session-access.port';
export { AccessNotifications } from './persistence/access-notifications';
export { lockAccount } from './persistence/account-lock';
export { isServed } from './persistence/served-account.sql';
export { closeErased, repeatClosures, type AccountClosure } from './persistence/after-restore';
export { OVERDUE_ACCOUNTS } from './persistence/data-checks';
export { accountsToErase, type AccountFilter } from './persistence/account.store';
export { SessionAdmission, type AdmittedPerson, type SessionNeeds } from './http/session-admission';
export { KeysService, type IssuedKey, type KeyOptions, type KeyRecord } from './keys.service';
export { AUTH_ENTITIES } from './persistence/entities';
