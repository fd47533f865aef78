/**
 * Waiting for work that may take too long, as a worker does when its process stops: whether the work ended within the
 * limit. Rejects as the work does, as long as it is waited for; what is late goes on and is nobody's any more.
 */
export async function inTime(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
