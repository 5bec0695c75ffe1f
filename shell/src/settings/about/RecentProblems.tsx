// Recent problems in readable form: the first part of the support bundle.
import type { ProblemKind } from '@amber/proto/problems';
import { formatDate } from '@amber/words/formats';
import { words as sentences } from '../../words/gen/problems.ts';
import { words } from '../../words/gen/support.ts';
import type { SupportBundleData } from './collectSupportData.ts';
import styles from './SupportBundle.module.css';

/** The number of problems shown; the bundle contains the rest. */
const shownMax = 8;

/** A newer engine may have more kinds. */
const sentenceOf = (what: ProblemKind): string => sentences[what] ?? sentences.other;

/** `problems`: the bundle's list, newest first. */
export function RecentProblems({ problems }: Pick<SupportBundleData, 'problems'>) {
  if (problems === null) return <p className={styles.lead}>{words.noAnswer}</p>;
  if (problems.length === 0) return <p className={styles.lead}>{words.noProblems}</p>;
  return (
    <>
      <ul className={styles.problems} aria-label={words.problems}>
        {problems.slice(0, shownMax).map(({ what, code, about, request, count, last }) => (
          <li key={`${what} ${code} ${about}`}>
            <span className={styles.what}>{sentenceOf(what)}</span>
            <span className={styles.detail}>
              <time dateTime={last}>{formatDate(new Date(last), 'time')}</time>
              {' · '}
              {words.times({ count })}
              {' · '}
              <code>{[about, code].filter(Boolean).join(' ')}</code>
              {request && (
                <>
                  {' · '}
                  <code>{words.request({ id: request })}</code>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {problems.length > shownMax && (
        <p className={styles.detail}>{words.more({ count: problems.length - shownMax })}</p>
      )}
    </>
  );
}
