/**
 * Proofs of the person (403 `proof_required`). The client of the API asks for one and repeats the refused request after it, so no
 * screen handles this code. The frame shows the dialog.
 */
type Listener = () => void;

interface Question {
  readonly answer: Promise<boolean>;
  readonly settle: (isProven: boolean) => void;
}

let question: Question | null = null;
const listeners = new Set<Listener>();

/** Asks the person for a proof; concurrent requests share one dialog. Resolves to false if the person declines. */
export function askForProof(): Promise<boolean> {
  if (question === null) {
    let settle: Question['settle'] = () => undefined;
    const answer = new Promise<boolean>((resolve) => (settle = resolve));
    question = { answer, settle };
    listeners.forEach((listener) => listener());
  }
  return question.answer;
}

/** Ends the dialog: the refused requests are repeated, or fail with their refusal. */
export function settleProof(isProven: boolean): void {
  question?.settle(isProven);
  question = null;
  listeners.forEach((listener) => listener());
}

export const isProofAsked = (): boolean => question !== null;

/** Calls the listener at each change of `isProofAsked`. Returns the end of the subscription. */
export function onProofAsked(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
