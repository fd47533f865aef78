import { objectsWords } from '../words/en/objects';
import { statusWords } from '../words/en/status';
import { PlatformLetters } from './platform';
import { StatusShape, type StatusName } from './status';

interface PlatformStateProps {
  readonly slug: string;
  readonly name: string;
  readonly state: StatusName;
}

/** A platform with the state of its link, in the space of two icons. Its name and the word of the state are the accessible name. */
export function PlatformState({ slug, name, state }: PlatformStateProps) {
  const label = objectsWords.platformState(name, statusWords[state]);
  return (
    <span className="platform-state" role="img" aria-label={label} title={label}>
      <PlatformLetters slug={slug} />
      <StatusShape name={state} />
    </span>
  );
}
