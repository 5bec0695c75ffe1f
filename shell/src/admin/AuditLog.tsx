// The audit log of what operators, teams and the gateway did, latest first.
import type { AuditLine } from '@amber/proto';
import { EmptyState } from '@amber/ui/EmptyState';
import { type Column, DataTable } from '@amber/ui/DataTable';
import { ClockIcon } from '@amber/ui/icons';
import { formatDate } from '@amber/words/formats';
import { words } from '../words/gen/admin.ts';
import { actionOf } from './auditActions.ts';
import table from '@amber/ui/table.module.css';

const titles = words.auditColumns;

/** An entry that this page cannot translate is in English, like the gateway's own reasons. */
function Action({ line }: { line: AuditLine }) {
  const action = actionOf(line);
  return action === null ? <span lang="en">{line.what}</span> : action;
}

const columns = (): readonly Column<AuditLine>[] => [
  { title: titles.time, cell: ({ time }) => formatDate(time, 'dayAndTime') },
  { title: titles.who, className: table.mono, cell: ({ who }) => who },
  { title: titles.remote, cell: ({ remote }) => remote },
  { title: titles.what, className: table.text, cell: (line) => <Action line={line} /> },
  {
    title: titles.why,
    className: table.text,
    cell: ({ who, why }) => (who === 'gateway' && why !== '' ? <span lang="en">{why}</span> : why),
  },
];

export const AuditLog = ({ lines }: { lines: readonly AuditLine[] }) =>
  lines.length === 0 ? (
    <EmptyState Icon={ClockIcon} title={words.noAudit} text={words.noAuditHint} />
  ) : (
    <DataTable
      label={words.pages.log}
      columns={columns()}
      rows={lines}
      keyOf={({ time }, index) => `${time} ${index}`}
    />
  );
