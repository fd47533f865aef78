/**
 * Settles as `work` does, or as `late` does if `work` takes longer than the limit. `work` is not cancelled; its later result is
 * ignored.
 */
export async function inTime<T, L>(work: Promise<T>, limitMs: number, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), limitMs);
  });
  try {
    const first = await Promise.race([work, limit]);
    return first === LATE ? late() : first;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns whether `work` ends within the limit. Rejects if `work` rejects within it. */
export function endsInTime(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  return inTime(
    work.then(() => true),
    limitMs,
    () => false,
  );
}

const LATE = Symbol('late');
