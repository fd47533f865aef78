export const notFound = {
  title: 'Not found',
  text: 'The page does not exist, or it is not yours.',
  home: 'Go to the objects',
} as const;
