import { Switch } from '@mantine/core';

interface InstantSwitchProps {
  readonly label: string;
  /** The position that is shown: the new one while it is sent, the old one again after a refusal. */
  readonly isOn: boolean;
  /** The position as a word beside the switch. */
  readonly text?: string;
  /** Why the last change was refused. */
  readonly problem: string | null;
  readonly onSwitch: (isOn: boolean) => void;
}

/** A switch that takes effect at once, with the reason of a refusal beside it. */
export function InstantSwitch({ label, isOn, text, problem, onSwitch }: InstantSwitchProps) {
  return (
    <>
      <Switch aria-label={label} checked={isOn} onChange={(event) => onSwitch(event.currentTarget.checked)} />
      {text !== undefined && (
        <span aria-hidden className="sub">
          {text}
        </span>
      )}
      {problem !== null && (
        <p role="alert" className="refused small">
          {problem}
        </p>
      )}
    </>
  );
}
