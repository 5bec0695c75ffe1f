// The releases of a feature with their health.
import { formatDate, formatPercent } from '@amber/words/formats';
import { number } from '@amber/words';
import { words } from '../words/gen/admin.ts';
import { HealthBars } from './HealthBars.tsx';
import type { ReleaseRow } from './releaseRows.ts';
import styles from './ReleaseTable.module.css';
import table from '@amber/ui/table.module.css';

const { columns } = words;

const numberHead = (column: string) => (
  <th key={column} scope="col" className={table.number}>
    {column}
  </th>
);

const formatDuration = (time: number): string => (time > 0 ? words.milliseconds({ time }) : '–');

/** The three most frequent failures. */
const topFailures = (counted: ReleaseRow['failures']): string =>
  counted
    .slice(0, 3)
    .map(({ type, count }) => `${type} ${number(count)}`)
    .join(', ') || '–';

type VisitorHealth = Pick<ReleaseRow, 'visitorLoads' | 'visitorFailures'>;

const visitorCounts = ({ visitorLoads: loads, visitorFailures: failures }: VisitorHealth): string =>
  loads + failures > 0 ? words.visitors({ loads, failures }) : '–';

/** One row per release. The table scrolls sideways when it is too wide; on a phone it is a list. */
export function ReleaseTable({ remote, rows }: { remote: string; rows: readonly ReleaseRow[] }) {
  return (
    <div className={table.scroll} role="region" aria-label={words.releases({ remote })} tabIndex={0}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{columns.role}</th>
            <th scope="col">{columns.version}</th>
            <th scope="col">{columns.released}</th>
            {[columns.accounts, columns.failed, columns.rate].map(numberHead)}
            <th scope="col">{columns.day}</th>
            <th scope="col">{columns.failures}</th>
            <th scope="col">{columns.visitors}</th>
            {[columns.p50, columns.p95].map(numberHead)}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ role, version, time, accounts, failed, rate, hours, p50, p95, failures, ...visitorHealth }) => (
            <tr key={`${role} ${version}`}>
              <td>
                <span className={styles.role} data-role={role}>
                  {words.roles[role]}
                </span>
              </td>
              <td className={table.mono} data-label={columns.version}>
                {version}
              </td>
              <td data-label={columns.released}>{formatDate(time, 'dayAndTime')}</td>
              <td className={table.number} data-label={columns.accounts}>
                {number(accounts)}
              </td>
              <td className={table.number} data-label={columns.failed}>
                {number(failed)}
              </td>
              <td className={table.number} data-label={columns.rate}>
                <Rate rate={rate} />
              </td>
              <td data-label={columns.day}>
                <HealthBars hours={hours} />
              </td>
              <td data-label={columns.failures}>{topFailures(failures)}</td>
              <td data-label={columns.visitors}>{visitorCounts(visitorHealth)}</td>
              <td className={table.number} data-label={columns.p50}>
                {formatDuration(p50)}
              </td>
              <td className={table.number} data-label={columns.p95}>
                {formatDuration(p95)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Rate = ({ rate }: { rate: number }) => (
  <span className={styles.rate}>
    <meter className={styles.meter} min={0} max={1} low={0.02} high={0.1} optimum={0} value={rate} aria-hidden="true" />
    {formatPercent(rate)}
  </span>
);
