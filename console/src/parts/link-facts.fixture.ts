/** A link whose collection is complete, for tests. */
export const completeLink = {
  is_active: true,
  state: 'up_to_date',
  frozen_at: null,
  scrape_status: 'success',
  scrape_error: null,
  stop_reason: 'complete',
  warning: null,
  completeness: 1,
} as const;
