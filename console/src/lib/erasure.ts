const KEPT_DAYS = 30;

/** When the data of a closed account is erased, as UTC text. */
export function erasedOn(closedAt: string): string {
  const moment = new Date(`${closedAt}Z`);
  moment.setUTCDate(moment.getUTCDate() + KEPT_DAYS);
  return moment.toISOString().slice(0, 19);
}
