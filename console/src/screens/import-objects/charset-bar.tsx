import { CHARSETS, type Charset, type FoundCharset } from '../../lib/charsets/charset';
import { Choice } from '../../parts/filters';
import { importObjectsWords } from '../../words/en/import-objects';
import type { ImportRow } from './rows';

const SAMPLES = 3;
const { charsets } = importObjectsWords;
const CHOICES = Object.fromEntries(CHARSETS.map((charset) => [charset, charsets[charset]])) as Readonly<
  Record<Charset, string>
>;
/** Letters that a wrong charset shows as others. */
const OTHER_LETTERS = /\P{ASCII}/u;

interface CharsetBarProps {
  readonly found: FoundCharset;
  readonly chosen: Charset;
  readonly rows: readonly ImportRow[];
  readonly isDisabled: boolean;
  readonly onChoose: (charset: Charset) => void;
}

/** How the letters of a file are read, with names that show it, so that a person sees a mistake and corrects it. */
export function CharsetBar({ found, chosen, rows, isDisabled, onChoose }: CharsetBarProps) {
  const samples = rows.filter(({ name }) => OTHER_LETTERS.test(name)).slice(0, SAMPLES);
  const isCertain = found.isCertain && chosen === found.charset;
  const text = isCertain ? importObjectsWords.charsetCertain : importObjectsWords.charsetGuessed;
  return (
    <div className="import-charset">
      <div role="status">
        <p className={isCertain ? 'sub' : undefined}>{text(charsets[chosen])}</p>
        {samples.length > 0 && <p>{importObjectsWords.charsetSample(samples.map(({ name }) => name))}</p>}
      </div>
      <fieldset disabled={isDisabled} className="import-charset-choice">
        <Choice label={importObjectsWords.charset} value={chosen} choices={CHOICES} onChoose={onChoose} />
      </fieldset>
    </div>
  );
}
