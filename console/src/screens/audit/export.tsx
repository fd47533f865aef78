import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { problemFacts } from '../../api/problem';
import { allAudit, EXPORT_MOST, type AuditEntry, type AuditFilter } from '../../api/queries/audit';
import { saveCsv } from '../../lib/csv';
import { auditWords } from '../../words/en/audit';

interface AuditExportProps {
  readonly accountId: number;
  readonly filter: AuditFilter;
}

/** Saves all entries that match, and says where the file has only the newest. */
export function AuditExport({ accountId, filter }: AuditExportProps) {
  const save = useMutation({
    mutationFn: () => allAudit(accountId, filter),
    onSuccess: (all) => saveCsv('audit', [CSV_HEAD, ...all.map(csvRow)]),
  });
  const isCut = save.isSuccess && save.data.length >= EXPORT_MOST;
  return (
    <>
      <Button
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {auditWords.csv}
      </Button>
      <span role="status" className="small sub audit-news">
        {save.error && <span className="refused">{problemFacts(save.error).text}</span>}
        {isCut && auditWords.csvCut(EXPORT_MOST)}
      </span>
    </>
  );
}

const CSV_HEAD = [
  ...['id', 'at', 'actor_kind', 'actor_id', 'actor', 'action', 'target_type', 'target_id', 'target', 'ip'],
  ...['before', 'after'],
];

function csvRow(entry: AuditEntry): readonly (string | number | null)[] {
  const { id, at, actor, action, target, ip, before, after } = entry;
  const facts = [before, after].map((side) => (side === null ? null : JSON.stringify(side)));
  return [id, `${at}Z`, actor.kind, actor.id, actor.name, action, target.type, target.id, target.name, ip, ...facts];
}
