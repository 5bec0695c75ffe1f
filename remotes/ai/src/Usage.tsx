// The number of answers on each day, as a small chart, and the daily quota.
import { useQuery } from '@amber/client/useQuery';
import { api } from '@amber/client/engine';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { formatDate } from '@amber/words/formats';
import { useState } from 'react';
import { words } from './words/gen/ai.ts';
import styles from './Usage.module.css';

const shownDays = 14;
const dayLength = 24 * 60 * 60 * 1_000;

/** A bar chart, and a list for screen readers. */
export function Usage() {
  const [today] = useState(() => Math.floor(Date.now() / dayLength));
  const [request, refetch] = useQuery(() => api.aiBot.usage({}), []);
  if (request.status !== 'ready') return <QueryStatus request={request} refetch={refetch} rows={2} variant="lines" />;
  const { days, mostPerDay } = request.answer;
  const answersByDay = new Map(days.map(({ day, answers }) => [day, answers]));
  const bars = Array.from({ length: shownDays }, (_, at) => {
    const day = today - shownDays + 1 + at;
    return { day, answers: answersByDay.get(day) ?? 0 };
  });
  const most = Math.max(1, ...bars.map(({ answers }) => answers));
  const used = answersByDay.get(today) ?? 0;
  return (
    <section className={styles.usage} aria-label={words.usage}>
      <h2 className={styles.title}>{words.usage}</h2>
      <p className={styles.today}>{mostPerDay > 0 ? words.usedOf({ used, most: mostPerDay }) : words.used({ used })}</p>
      {answersByDay.size > 0 && (
        <ul className={styles.bars}>
          {bars.map(({ day, answers }) => (
            <li
              key={day}
              data-none={answers === 0 || undefined}
              title={words.usedOn({ day: formatDate(day * dayLength, 'day'), answers })}
            >
              <span className={styles.bar} style={{ blockSize: `${Math.max(2, (answers / most) * 56)}px` }} />
              <span className={styles.said}>{words.usedOn({ day: formatDate(day * dayLength, 'day'), answers })}</span>
            </li>
          ))}
        </ul>
      )}
      {answersByDay.size > 0 && (
        <p className={styles.days} aria-hidden="true">
          <span>{formatDate((today - shownDays + 1) * dayLength, 'day')}</span>
          <span>{formatDate(today * dayLength, 'day')}</span>
        </p>
      )}
    </section>
  );
}
