export const notFoundWords = {
  title: 'Not found',
  text: 'This page does not exist, or you have no access to it.',
  home: 'Go to the objects',
} as const;
