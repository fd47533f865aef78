/** A link whose collection is complete, for tests. */
export const completeLink = {
  is_active: true,
  frozen_at: null,
  scrape_status: 'success',
  scrape_error: null,
  stop_reason: 'complete',
  warning: null,
  completeness: 1,
} as const;
