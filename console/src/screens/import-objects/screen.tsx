import { Button, FileButton, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { problemFacts, refusalOf } from '../../api/problem';
import { tryImport, type ImportFormat } from '../../api/queries/imports';
import { sourcesQuery } from '../../api/queries/sources';
import { charsetOf, decoded, type Charset, type FoundCharset } from '../../lib/charsets/charset';
import { useForm, type Form } from '../../lib/use-form';
import { CodeBlock } from '../../parts/code-block';
import { WriteButton } from '../../parts/write-button';
import { importObjectsWords } from '../../words/en/import-objects';
import { CharsetBar } from './charset-bar';
import { withColumnNames } from './column-names';
import { Preview } from './preview';
import { importRows, withoutAdded, type ImportRow } from './rows';
import './import-objects.css';

const accountRoute = getRouteApi('/a/$accountId');

/** The longest text that the API takes. */
const CHARACTERS_AT_MOST = 250_000;
/** What a character takes at most, in every charset. */
const BYTES_OF_CHARACTER = 4;

/** A file, and the charset in which it is read. */
interface ReadFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly found: FoundCharset;
  readonly charset: Charset;
}

/** Many objects from a file. The API says what each row would do before anything is written. */
export function ImportObjectsScreen() {
  const { account } = accountRoute.useRouteContext();
  const { file, rows, check, read, readFile, startAgain } = useChosenFile(account.id);
  const form = useForm({
    initial: { text: '' },
    keptAs: 'import',
    onSend: ({ text }) => check.mutate({ name: '', text: () => text }),
    refusal: check.error && { byField: {}, text: checkProblem(check.error) },
    refusedAt: 'text',
  });
  return (
    <div className="page">
      <title>{importObjectsWords.title}</title>
      <div className="head">
        <h1>{importObjectsWords.title}</h1>
        {rows !== null && (
          <div className="actions">
            <Button onClick={startAgain}>{importObjectsWords.another}</Button>
          </div>
        )}
      </div>
      {rows === null ? (
        <FileForm form={form} isChecking={check.isPending} onFile={(chosen) => void readFile(chosen)} />
      ) : (
        <Preview
          key={check.submittedAt}
          accountId={account.id}
          rows={rows}
          charset={(hasBegun) =>
            file && (
              <CharsetBar
                found={file.found}
                chosen={file.charset}
                rows={rows}
                isDisabled={hasBegun || check.isPending}
                onChoose={(charset) => read({ ...file, charset })}
              />
            )
          }
        />
      )}
    </div>
  );
}

/** The file that was chosen, and its rows after their check. */
function useChosenFile(accountId: number) {
  const [file, setFile] = useState<ReadFile | null>(null);
  const [rows, setRows] = useState<readonly ImportRow[] | null>(null);
  const check = useCheck(accountId, setRows);
  const read = (next: ReadFile): void => {
    setFile(next);
    check.mutate({ name: next.name, text: () => decoded(next.bytes, next.charset) });
  };
  const readFile = async (chosen: File): Promise<void> => {
    if (chosen.size > BYTES_OF_CHARACTER * CHARACTERS_AT_MOST)
      return check.mutate({ name: chosen.name, text: tooLarge });
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    const found = charsetOf(bytes);
    read({ name: chosen.name, bytes, found, charset: found.charset });
  };
  const startAgain = (): void => {
    check.reset();
    setFile(null);
    setRows(null);
  };
  return { file, rows, check, read, readFile, startAgain };
}

function tooLarge(): never {
  throw new Error(importObjectsWords.tooLarge);
}

/** What is checked: a file with its name, or a pasted text. */
interface Checked {
  readonly name: string;
  readonly text: () => string;
}

/** Asks the API what each row of a text would do. */
function useCheck(accountId: number, onChecked: (rows: readonly ImportRow[] | null) => void) {
  const sources = useQuery(sourcesQuery(accountId));
  return useMutation({
    mutationFn: async ({ name, text: read }: Checked): Promise<readonly ImportRow[]> => {
      const text = read();
      if (text.trim() === '') throw new Error(importObjectsWords.empty);
      if (text.length > CHARACTERS_AT_MOST) return tooLarge();
      const format = formatOf(name, text);
      const file = format === 'csv' ? withColumnNames(text) : { text, added: 0 };
      const lines = await tryImport(accountId, format, file.text);
      const rows = importRows(withoutAdded(lines, file.added), sources.data);
      if (rows.length === 0) throw new Error(importObjectsWords.empty);
      return rows;
    },
    onSuccess: onChecked,
    onError: () => onChecked(null),
  });
}

const formatOf = (name: string, text: string): ImportFormat =>
  /\.(?:jsonl|ndjson)$/i.test(name) || text.trimStart().startsWith('{') ? 'jsonl' : 'csv';

interface FileFormProps {
  readonly form: Form<{ readonly text: string }, never>;
  readonly isChecking: boolean;
  readonly onFile: (file: File) => void;
}

/** A file, or a pasted text. */
function FileForm({ form, isChecking, onFile }: FileFormProps) {
  return (
    <form noValidate onSubmit={form.submit} className="card import-form">
      <p className="sub">{importObjectsWords.intro}</p>
      <CodeBlock label={importObjectsWords.example} text={importObjectsWords.exampleText} />
      <p className="sub">{importObjectsWords.jsonLines}</p>
      <FileButton accept=".csv,.jsonl,.ndjson,text/csv,text/plain" onChange={(file) => file !== null && onFile(file)}>
        {(props) => (
          <Button {...props} loading={isChecking}>
            {importObjectsWords.choose}
          </Button>
        )}
      </FileButton>
      <Textarea
        label={importObjectsWords.paste}
        autosize
        minRows={5}
        maxRows={16}
        spellCheck={false}
        {...form.text('text')}
      />
      <WriteButton type="submit" loading={isChecking}>
        {importObjectsWords.check}
      </WriteButton>
    </form>
  );
}

/** How the API begins its text for a first row that does not name the columns. */
const COLUMNS_FAULT = 'must name the columns';

/** Why a file was not checked: what is wrong with it, or with the request. */
function checkProblem(error: Error): string {
  if (error.constructor === Error) return error.message;
  const fault = refusalOf(error)?.byField['file'];
  if (fault?.startsWith(COLUMNS_FAULT)) return importObjectsWords.columns;
  return fault === undefined ? problemFacts(error).text : importObjectsWords.refusedFile(fault);
}
