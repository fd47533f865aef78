import type { Role } from '../../api/queries/session';
import type { settingsWords } from '../../words/en/settings';

/** A page of the settings; a role below `least` does not see it. */
export interface Tab {
  readonly key: keyof typeof settingsWords & string;
  readonly to: `/a/$accountId/settings/${string}`;
  readonly least: Role;
}

export const TABS = [
  { key: 'profile', to: '/a/$accountId/settings/profile', least: 'viewer' },
  { key: 'security', to: '/a/$accountId/settings/security', least: 'viewer' },
  { key: 'sessions', to: '/a/$accountId/settings/sessions', least: 'viewer' },
  { key: 'members', to: '/a/$accountId/settings/members', least: 'owner' },
  { key: 'replyPolicy', to: '/a/$accountId/settings/reply-policy', least: 'owner' },
  { key: 'usage', to: '/a/$accountId/settings/usage', least: 'viewer' },
  { key: 'audit', to: '/a/$accountId/settings/audit', least: 'owner' },
  { key: 'close', to: '/a/$accountId/settings/close', least: 'owner' },
] as const satisfies readonly Tab[];
