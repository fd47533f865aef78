/** How much longer than it should this machine may take, `FAULT_PATIENCE` times: for machines that others use as well. */
const TIMES = Number(process.env['FAULT_PATIENCE'] ?? 1);

/** A limit as this run measures it. */
export const patient = (milliseconds: number): number => milliseconds * TIMES;
