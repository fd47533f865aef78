export const reasonDialogWords = {
  reason: 'Reason',
  help: 'Other operators see it, and the audit trail keeps it.',
  missing: 'Give a reason.',
  cancel: 'Cancel',
} as const;
