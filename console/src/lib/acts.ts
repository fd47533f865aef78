/** How long requests after an act of the person count as caused by it. */
const ACT_LASTS_MS = 30_000;
const ACTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Opening the page is the first act. */
let lastAct = Date.now();

for (const act of ACTS)
  window.addEventListener(
    act,
    ({ isTrusted }) => {
      if (isTrusted) lastAct = Date.now();
    },
    { capture: true, passive: true },
  );

/** Whether the person has done nothing in this tab for a while, so that requests are not caused by the person. */
export const isUntouched = (): boolean => Date.now() - lastAct > ACT_LASTS_MS;
