/**
 * What `work` gives or throws, or what `late` gives or throws where it takes longer than the limit. What is late goes on and is
 * nobody's any more.
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

/** Whether `work` ended within the limit, as a worker asks when its process stops. Rejects as the work does within it. */
export function endsInTime(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  return inTime(
    work.then(() => true),
    limitMs,
    () => false,
  );
}

const LATE = Symbol('late');
