export const confirm = {
  type: (name: string) => `Type ${name} to confirm`,
  differs: 'The text differs from the name.',
  cancel: 'Cancel',
} as const;
