const list = new Intl.ListFormat('en');

export const denied = {
  title: 'Not open to your role',
  owners: (names: readonly string[]) =>
    names.length === 0 ? 'Only owners open this page.' : `Only owners open this page: ${list.format(names)}.`,
  members: 'Only members and owners open this page. You read here.',
} as const;
