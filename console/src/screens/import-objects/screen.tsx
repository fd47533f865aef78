import { Button, FileButton, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { judged } from '../../api/judged-addresses';
import { problemFacts } from '../../api/problem';
import { detectLinks } from '../../api/queries/object-links';
import { sourcesQuery } from '../../api/queries/sources';
import { parseCsv } from '../../lib/read-csv';
import { WriteButton } from '../../parts/write-button';
import { words } from '../../words/en';
import { Preview } from './preview';
import { importRows, ROWS_AT_MOST, type CheckedRow } from './rows';
import './import-objects.css';

const accountRoute = getRouteApi('/a/$accountId');

/** Many objects from a file. Every address is judged before anything is created. */
export function ImportObjectsScreen() {
  const { account } = accountRoute.useRouteContext();
  const [text, setText] = useState('');
  const check = useCheck(account.id);
  return (
    <div className="page">
      <title>{words.importObjects.title}</title>
      <div className="head">
        <h1>{words.importObjects.title}</h1>
        {check.isSuccess && (
          <div className="actions">
            <Button onClick={() => check.reset()}>{words.importObjects.another}</Button>
          </div>
        )}
      </div>
      {check.isSuccess ? (
        <Preview accountId={account.id} rows={check.data} />
      ) : (
        <FileForm
          text={text}
          onText={setText}
          isChecking={check.isPending}
          problem={check.error && checkProblem(check.error)}
          onCheck={(csv) => check.mutate(csv)}
        />
      )}
    </div>
  );
}

/** Reads a CSV text and judges the addresses of its rows. */
function useCheck(accountId: number) {
  const sources = useQuery(sourcesQuery(accountId));
  return useMutation({
    mutationFn: async (csv: string): Promise<readonly CheckedRow[]> => {
      const rows = importRows(parseCsv(csv));
      if (rows.length === 0) throw new Error(words.importObjects.empty);
      if (rows.length > ROWS_AT_MOST) throw new Error(words.importObjects.tooMany(rows.length));
      const detected = await detectLinks(
        accountId,
        rows.flatMap(({ urls }) => urls.map((url) => url.slice(0, 2_048))),
      );
      let next = 0;
      return rows.map((row) => {
        const own = detected.slice(next, next + row.urls.length);
        next += row.urls.length;
        return { ...row, addresses: judged(own, sources.data) };
      });
    },
  });
}

interface FileFormProps {
  readonly isChecking: boolean;
  readonly problem: string | null;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onCheck: (csv: string) => void;
}

/** A file, or a pasted text. */
function FileForm({ isChecking, problem, text, onText, onCheck }: FileFormProps) {
  const read = async (file: File | null): Promise<void> => {
    if (file !== null) onCheck(await file.text());
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onCheck(text);
  };
  return (
    <form noValidate onSubmit={submit} className="card import-form">
      <p className="sub">{words.importObjects.intro}</p>
      <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void read(file)}>
        {(props) => (
          <Button {...props} loading={isChecking}>
            {words.importObjects.choose}
          </Button>
        )}
      </FileButton>
      <Textarea
        label={words.importObjects.paste}
        autosize
        minRows={5}
        maxRows={16}
        spellCheck={false}
        value={text}
        error={problem}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <WriteButton type="submit" loading={isChecking}>
        {words.importObjects.check}
      </WriteButton>
    </form>
  );
}

const checkProblem = (error: Error): string => (error.constructor === Error ? error.message : problemFacts(error).text);
