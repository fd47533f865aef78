/** The reading of CSV (RFC 4180), as spreadsheets of several countries write it. */

const QUOTE = '"';
/** A first line `sep=;` states the separator. */
const STATEMENT = /^sep=([,;\t|])(?=\r?\n|$)/i;

export interface CsvText {
  /** Also empty ones, so that their numbers are those of a spreadsheet. */
  readonly rows: readonly (readonly string[])[];
  /** The last cell has a quote that is never closed, so it has all that follows: the file is damaged or broke off. */
  readonly hasOpenQuote: boolean;
}

/**
 * The rows of a CSV text. The separator is the comma, semicolon or tab that the first line has most, or the one that a first line `sep=`
 * states; that line becomes an empty row.
 */
export function readCsv(text: string): CsvText {
  const { content, separator } = separated(text.replace(/^\uFEFF/, ''));
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  // Whether the cell has only spaces so far. To trim it at each quote would take time that grows with the square of its length.
  let isBlank = true;
  let hasOpenQuote = false;
  const endCell = (): void => {
    row.push(cell);
    cell = '';
    isBlank = true;
  };
  const endRow = (): void => {
    endCell();
    rows.push(row);
    row = [];
  };
  const append = (char: string): void => {
    cell += char;
    isBlank &&= char.trim() === '';
  };
  for (let place = 0; place < content.length; place += 1) {
    const char = content[place] ?? '';
    if (char === QUOTE && isBlank) {
      const quoted = quotedCell(content, place);
      cell = quoted.value;
      isBlank = cell.trim() === '';
      place = quoted.end;
      hasOpenQuote = place === content.length;
    } else if (char === separator) endCell();
    else if (char === '\n') endRow();
    else if (char !== '\r') append(char);
  }
  if (cell !== '' || row.length > 0) endRow();
  return { rows, hasOpenQuote };
}

/** The cell whose opening quote is at `start`: its value, and the place of its closing quote. A missing quote is at the end. */
function quotedCell(text: string, start: number): { readonly value: string; readonly end: number } {
  let value = '';
  for (let place = start + 1; place < text.length;) {
    const quote = text.indexOf(QUOTE, place);
    if (quote < 0) return { value: value + text.slice(place), end: text.length };
    value += text.slice(place, quote);
    if (text[quote + 1] !== QUOTE) return { value, end: quote };
    value += QUOTE;
    place = quote + 2;
  }
  return { value, end: text.length };
}

/** The text without its statement of the separator, and the separator. */
function separated(text: string): { readonly content: string; readonly separator: string } {
  const [statement = '', stated] = STATEMENT.exec(text) ?? [];
  const content = text.slice(statement.length);
  return { content, separator: stated ?? separatorOf(content) };
}

function separatorOf(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  const counts = [',', ';', '\t'].map((separator) => ({ separator, count: line.split(separator).length }));
  return counts.reduce((best, other) => (other.count > best.count ? other : best)).separator;
}
