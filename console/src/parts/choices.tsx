import { useId, type ReactNode, type Ref } from 'react';
import './forms.css';

interface ChoicesProps {
  readonly legend: string;
  /** What is wrong with what is chosen; null if nothing is, absent if nothing can be. */
  readonly problem?: string | null;
  readonly ref?: Ref<HTMLFieldSetElement>;
  readonly children: ReactNode;
}

/** Check boxes or radio buttons of one question. */
export function Choices({ legend, problem, ref, children }: ChoicesProps) {
  const problemId = useId();
  return (
    <fieldset ref={ref} className="choices" aria-describedby={problem === undefined ? undefined : problemId}>
      <legend>{legend}</legend>
      {children}
      {problem !== undefined && (
        <p id={problemId} className="refused small">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
