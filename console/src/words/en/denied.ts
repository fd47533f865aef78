const list = new Intl.ListFormat('en');

export const deniedWords = {
  title: 'Your role does not open this page',
  owners: (names: readonly string[]) =>
    names.length === 0 ? 'Only owners open this page.' : `Only owners open this page: ${list.format(names)}.`,
  members: 'Only members and owners open this page. You are a viewer.',
} as const;
