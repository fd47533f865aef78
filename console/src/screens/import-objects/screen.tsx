import { Button, FileButton, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { judged } from '../../api/judged-addresses';
import { problemFacts } from '../../api/problem';
import { detectLinks } from '../../api/queries/object-links';
import { everyObject } from '../../api/queries/objects';
import { sourcesQuery } from '../../api/queries/sources';
import { charsetOf, decoded, type Charset, type FoundCharset } from '../../lib/charsets/charset';
import { parseCsv } from '../../lib/read-csv';
import { useForm, type Form } from '../../lib/use-form';
import { WriteButton } from '../../parts/write-button';
import { importObjectsWords } from '../../words/en/import-objects';
import { CharsetBar } from './charset-bar';
import { checkedRows, type CheckedRow } from './checks';
import { Preview } from './preview';
import { importRows, ROWS_AT_MOST } from './rows';
import './import-objects.css';

const accountRoute = getRouteApi('/a/$accountId');

/** The file is larger than any that can be imported. */
const BYTES_AT_MOST = 10 * 1024 * 1024;

/** A file, and the charset in which it is read. */
interface ReadFile {
  readonly bytes: Uint8Array;
  readonly found: FoundCharset;
  readonly charset: Charset;
}

/** Many objects from a file. Every address is judged before anything is created. */
export function ImportObjectsScreen() {
  const { account } = accountRoute.useRouteContext();
  const { file, rows, check, read, readFile, startAgain } = useChosenFile(account.id);
  const form = useForm({
    initial: { text: '' },
    onSend: ({ text }) => check.mutate(() => text),
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
  const [rows, setRows] = useState<readonly CheckedRow[] | null>(null);
  const check = useCheck(accountId, setRows);
  const read = (next: ReadFile): void => {
    setFile(next);
    check.mutate(() => decoded(next.bytes, next.charset));
  };
  const readFile = async (chosen: File): Promise<void> => {
    if (chosen.size > BYTES_AT_MOST) return check.mutate(tooLarge);
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    const found = charsetOf(bytes);
    read({ bytes, found, charset: found.charset });
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

/** Reads a CSV text, judges the addresses of its rows, and compares them with each other and with the objects of the account. */
function useCheck(accountId: number, onChecked: (rows: readonly CheckedRow[] | null) => void) {
  const sources = useQuery(sourcesQuery(accountId));
  return useMutation({
    mutationFn: async (csv: () => string): Promise<readonly CheckedRow[]> => {
      const rows = importRows(parseCsv(csv()));
      if (rows.length === 0) throw new Error(importObjectsWords.empty);
      if (rows.length > ROWS_AT_MOST) throw new Error(importObjectsWords.tooMany(rows.length));
      const urls = [...new Set(rows.flatMap((row) => row.urls.map(limited)))];
      const detected = await detectLinks(accountId, urls);
      const byUrl = new Map(urls.map((url, place) => [url, detected[place]]));
      const judgedRows = rows.map((row) => {
        const own = row.urls.flatMap((url) => byUrl.get(limited(url)) ?? []);
        return { ...row, addresses: judged(own, sources.data) };
      });
      return checkedRows(judgedRows, await everyObject(accountId));
    },
    onSuccess: onChecked,
    onError: () => onChecked(null),
  });
}

/** The longest address that the API judges. */
const limited = (url: string): string => url.slice(0, 2_048);

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
      <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => file !== null && onFile(file)}>
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

const checkProblem = (error: Error): string => (error.constructor === Error ? error.message : problemFacts(error).text);
