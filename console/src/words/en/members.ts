import { count, numbers } from './plurals';

export const membersWords = {
  title: 'Members',
  intro: 'Who may do what in this account.',
  invite: 'Invite person',
  name: 'Name',
  role: 'Role',
  factor: 'Second factor',
  seen: 'Last visit',
  neverSeen: 'Not yet',
  actions: 'Actions',
  roleOf: (name: string) => `Role of ${name}`,
  you: 'You',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  leave: 'Leave',
  removeTitle: (name: string) => `Remove ${name}`,
  leaveTitle: 'Leave this account',
  removeText: (name: string, account: string) =>
    `${name} loses all access to ${account} at once. The replies that ${name} wrote stay.`,
  leaveText: (account: string) => `You lose all access to ${account} at once. Only another owner can invite you again.`,
  cancel: 'Cancel',
  roles: { viewer: 'Viewer', member: 'Member', owner: 'Owner' },
  rights: {
    viewer: 'Reads reviews, figures, runs and webhooks.',
    member: 'Answers reviews and changes objects, folders and webhooks too.',
    owner: 'Manages keys, connections, members and the account too.',
  },
  email: 'E-mail',
  emailHelp: 'Only a person with this address can use the link.',
  emailMissing: 'Enter an e-mail address such as rui@harbor.example.',
  makeLink: 'Make link',
  linkTitle: 'The link to join',
  linkText: (email: string) =>
    `Send this link to ${email}. It is shown only now, works once, and expires after 7 days. Another invitation of this address replaces it.`,
  copy: 'Copy link',
  copied: 'Copied',
  done: 'Done',
  pending: 'Open invitations',
  invited: 'Invited',
  expires: 'Expires',
  by: 'By',
  revoke: 'Revoke',
  revokeOf: (email: string) => `Revoke the invitation of ${email}`,
  leftTitle: (name: string) => `After ${name}`,
  leftInvitations: (n: number) =>
    n === 1
      ? 'This invitation was revoked; its link opens nothing now.'
      : 'These invitations were revoked; their links open nothing now.',
  leftKeys: (name: string, n: number) =>
    n === 1
      ? `${name} issued this key, which still works. Whoever has a copy of it can use it.`
      : `${name} issued these ${numbers.format(n)} keys, which still work. Whoever has copies of them can use them.`,
  revokeKeys: 'Revoke these keys',
  keepKeys: 'Keep them',
  leftRevoked: (n: number) => `${count(n, 'key was', 'keys were')} revoked.`,
  saved: (name: string, role: string) => `${name} is ${role} now.`,
} as const;
