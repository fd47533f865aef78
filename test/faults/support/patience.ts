/** Multiplies time limits by `FAULT_PATIENCE`, for shared machines. */
const TIMES = Number(process.env['FAULT_PATIENCE'] ?? 1);

/** A limit, multiplied for this run. */
export const patient = (milliseconds: number): number => milliseconds * TIMES;
