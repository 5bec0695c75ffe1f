// The releases of a feature with their health.
import { type Column, DataTable } from '@amber/ui/DataTable';
import { formatDate, formatPercent } from '@amber/words/formats';
import { number } from '@amber/words';
import { words } from '../words/gen/admin.ts';
import { HealthBars } from './HealthBars.tsx';
import type { ReleaseRow } from './releaseRows.ts';
import styles from './ReleaseTable.module.css';
import table from '@amber/ui/table.module.css';

const titles = words.columns;

const formatDuration = (time: number): string => (time > 0 ? words.milliseconds({ time }) : '–');

/** The three most frequent failures. */
const topFailures = (counted: ReleaseRow['failures']): string =>
  counted
    .slice(0, 3)
    .map(({ type, count }) => `${type} ${number(count)}`)
    .join(', ') || '–';

const visitorCounts = ({ visitorLoads: loads, visitorFailures: failures }: ReleaseRow): string =>
  loads + failures > 0 ? words.visitors({ loads, failures }) : '–';

const testerCounts = ({ testerLoads: loads, testerFailures: failures }: ReleaseRow): string =>
  loads + failures > 0 ? words.visitors({ loads, failures }) : '–';

const columns = (): readonly Column<ReleaseRow>[] => [
  { title: titles.role, cell: ({ role }) => <Role role={role} /> },
  { title: titles.version, className: table.mono, cell: ({ version }) => version },
  { title: titles.released, cell: ({ time }) => formatDate(time, 'dayAndTime') },
  { title: titles.accounts, className: table.number, cell: ({ accounts }) => number(accounts) },
  { title: titles.failed, className: table.number, cell: ({ failed }) => number(failed) },
  { title: titles.rate, className: table.number, cell: ({ rate }) => <Rate rate={rate} /> },
  { title: titles.day, cell: ({ hours }) => <HealthBars hours={hours} /> },
  { title: titles.failures, className: styles.words, cell: ({ failures }) => topFailures(failures) },
  { title: titles.visitors, className: styles.words, cell: visitorCounts },
  { title: titles.testers, className: styles.words, cell: testerCounts },
  { title: titles.p50, className: table.number, cell: ({ repeatVisitP50 }) => formatDuration(repeatVisitP50) },
  { title: titles.p95, className: table.number, cell: ({ repeatVisitP95 }) => formatDuration(repeatVisitP95) },
];

/** One row per release. */
export const ReleaseTable = ({ remote, rows }: { remote: string; rows: readonly ReleaseRow[] }) => (
  <DataTable
    label={words.releases({ remote })}
    columns={columns()}
    rows={rows}
    keyOf={({ role, version }) => `${role} ${version}`}
  />
);

const Role = ({ role }: Pick<ReleaseRow, 'role'>) => (
  <span className={styles.role} data-role={role}>
    {words.roles[role]}
  </span>
);

const Rate = ({ rate }: { rate: number }) => (
  <span className={styles.rate}>
    <meter className={styles.meter} min={0} max={1} low={0.02} high={0.1} optimum={0} value={rate} aria-hidden="true" />
    {formatPercent(rate)}
  </span>
);
