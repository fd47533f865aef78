export const pageMenu = {
  label: 'More for this page',
  csv: 'Export CSV',
  csvShown: 'Export shown rows as CSV',
} as const;
