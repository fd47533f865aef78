/** The kinds of notices that a member can switch, in the order of the console. */
export const NOTICE_KINDS = [
  'reply_failed',
  'reply_changed',
  'access_revoked',
  'webhook_failing',
  'link_frozen',
  'trial_ending',
  'sign_in_failures',
  'source_drift',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Where a member sees notices of a kind. */
export interface NoticeChannels {
  readonly console: boolean;
  readonly mail: boolean;
}

/** Channels of a member by kind. */
export type NoticePreferences = Readonly<Record<NoticeKind, NoticeChannels>>;

/** A stored choice of a member. */
export interface StoredPreference extends NoticeChannels {
  readonly kind: string;
}

/** Every kind is shown in the console; owners get a mail too. */
export function defaultChannels(role: string): NoticeChannels {
  return { console: true, mail: role === 'owner' };
}

/** The choices of a member, completed by the defaults of the role. Choices of kinds that no longer exist are left out. */
export function preferencesOf(role: string, stored: readonly StoredPreference[]): NoticePreferences {
  const channelsOf = (kind: NoticeKind): NoticeChannels => {
    const choice = stored.find((one) => one.kind === kind);
    return choice === undefined ? defaultChannels(role) : { console: choice.console, mail: choice.mail };
  };
  return Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, channelsOf(kind)])) as unknown as NoticePreferences;
}
