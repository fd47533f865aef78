export const confirmWords = {
  type: (name: string) => `Type ${name} to confirm`,
  differs: 'This is not the name.',
  cancel: 'Cancel',
} as const;
