// The hourly health of a release as a bar chart with its failures.
import type { HealthHour } from '@amber/proto';
import { words } from '../words/gen/admin.ts';
import styles from './HealthBars.module.css';

const [width, gap, height] = [4, 1, 24];
/** The least height of a bar, so that an hour with any events is visible. */
const minHeight = 2;

/** An image whose accessible name contains the totals. The busiest hour has the tallest bar. */
export function HealthBars({ hours }: { hours: readonly HealthHour[] }) {
  const most = Math.max(1, ...hours.map(({ loads, failures }) => Math.max(loads, failures)));
  const sum = (metric: 'loads' | 'failures') => hours.reduce((all, hour) => all + hour[metric], 0);
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(minHeight, (count / most) * height));
  if (sum('loads') + sum('failures') === 0) return '–';
  return (
    <svg
      className={styles.bars}
      role="img"
      aria-label={words.day({ loads: sum('loads'), failures: sum('failures') })}
      width={hours.length * (width + gap)}
      height={height}
    >
      {hours.flatMap(({ loads, failures }, hour) =>
        (['loads', 'failures'] as const).map((metric) => {
          const size = heightOf(metric === 'loads' ? loads : failures);
          return (
            size > 0 && (
              <rect
                key={`${hour} ${metric}`}
                className={styles[metric]}
                x={hour * (width + gap)}
                y={height - size}
                width={width}
                height={size}
              />
            )
          );
        }),
      )}
    </svg>
  );
}
