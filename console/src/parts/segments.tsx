import './segments.css';

interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly value: T | null;
  readonly choices: Readonly<Record<T, string>>;
  readonly onChoose: (value: T) => void;
}

/** A few choices side by side, of which at most one is pressed. */
export function Segments<T extends string>({ label, value, choices, onChoose }: SegmentsProps<T>) {
  return (
    <div className="segments" role="group" aria-label={label}>
      {(Object.entries(choices) as [T, string][]).map(([key, text]) => (
        <button key={key} type="button" aria-pressed={key === value} onClick={() => onChoose(key)}>
          {text}
        </button>
      ))}
    </div>
  );
}
