// The audit log of release changes, latest first.
import type { AuditLine } from '@amber/proto';
import { formatDate } from '@amber/words/formats';
import { words } from '../words/gen/admin.ts';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import styles from '@amber/ui/table.module.css';

const columns = words.auditColumns;

export function AuditLog({ lines }: { lines: readonly AuditLine[] }) {
  return (
    <SettingsCard title={words.audit}>
      {lines.length === 0 ? (
        <p>{words.noAudit}</p>
      ) : (
        <div className={styles.scroll} role="region" aria-label={words.audit} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                {Object.values(columns).map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map(({ time, who, remote, what, why }, index) => (
                <tr key={`${time} ${index}`}>
                  <td>{formatDate(time, 'dayAndTime')}</td>
                  <td className={styles.mono} data-label={columns.who}>
                    {who}
                  </td>
                  <td data-label={columns.remote}>{remote}</td>
                  <td data-label={columns.what}>{what}</td>
                  {why ? (
                    <td className={styles.text} data-label={columns.why}>
                      {why}
                    </td>
                  ) : (
                    <td />
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </SettingsCard>
  );
}
