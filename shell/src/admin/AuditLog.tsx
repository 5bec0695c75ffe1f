// The audit log of release changes, latest first.
import type { AuditLine } from '@amber/proto';
import { type Column, DataTable } from '@amber/ui/DataTable';
import { formatDate } from '@amber/words/formats';
import { words } from '../words/gen/admin.ts';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import table from '@amber/ui/table.module.css';

const titles = words.auditColumns;

// The server writes what was done in English, whatever the language of the page.
const columns = (): readonly Column<AuditLine>[] => [
  { title: titles.time, cell: ({ time }) => formatDate(time, 'dayAndTime') },
  { title: titles.who, className: table.mono, cell: ({ who }) => who },
  { title: titles.remote, cell: ({ remote }) => remote },
  { title: titles.what, cell: ({ what }) => <span lang="en">{what}</span> },
  { title: titles.why, className: table.text, cell: ({ why }) => why },
];

export const AuditLog = ({ lines }: { lines: readonly AuditLine[] }) => (
  <SettingsCard title={words.audit}>
    {lines.length === 0 ? (
      <p>{words.noAudit}</p>
    ) : (
      <DataTable label={words.audit} columns={columns()} rows={lines} keyOf={({ time }, index) => `${time} ${index}`} />
    )}
  </SettingsCard>
);
