export const pageMenuWords = {
  label: 'More for this page',
  csv: 'Export CSV',
  csvShown: 'Export shown rows as CSV',
} as const;
