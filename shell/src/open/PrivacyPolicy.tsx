// The privacy page: what is stored, what is encrypted, how long, and which choices people have. Change its sentences
// when you change what is stored, so that it remains true.
import { limits } from '@amber/proto/limits';
import { OpenLayout } from './OpenLayout.tsx';
import { words } from '../words/gen/privacy.ts';
import styles from './PrivacyPolicy.module.css';

interface Section {
  title: string;
  paragraphs?: readonly string[];
  table?: readonly { what: string; text: string | ((v: typeof periods) => string) }[];
  list?: readonly string[];
}

const day = 86_400_000;
/** Retention times, from the limits that the code uses. */
const periods = {
  copyDays: Math.round(limits.copyRetention / day),
  deviceDays: Math.round(limits.deviceIdleFor / day),
  codeMinutes: Math.round(limits.codeTtl / 60_000),
  noticeDays: Math.round(limits.noticeRetention / day),
  fileHours: Math.round(limits.releasedFileRetention / 3_600_000),
};

/** The page at /privacy-policy. */
export function PrivacyPolicy() {
  const sections = Object.entries<Section>(words.sections);
  return (
    <OpenLayout title={words.title}>
      <main className={styles.page}>
        <header className={styles.header}>
          <h1 className={styles.title}>{words.title}</h1>
          <p className={styles.lead}>{words.lead}</p>
        </header>
        <nav className={styles.contents} aria-label={words.contents}>
          <p className={styles.contentsTitle}>{words.contents}</p>
          <ul>
            {sections.map(([id, { title }]) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.text}>
          <section className={styles.short} aria-labelledby="short">
            <h2 id="short" className={styles.heading}>
              {words.short}
            </h2>
            <ul className={styles.points}>
              {words.inShort.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </section>
          {sections.map(([id, { title, paragraphs = [], table = [], list = [] }]) => (
            <section key={id} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`} className={styles.heading}>
                {title}
              </h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {table.length > 0 && (
                <dl className={styles.table}>
                  {table.map(({ what, text }) => (
                    <div key={what}>
                      <dt>{what}</dt>
                      <dd>{typeof text === 'string' ? text : text(periods)}</dd>
                    </div>
                  ))}
                </dl>
              )}
              {list.length > 0 && (
                <ul className={styles.points}>
                  {list.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              )}
            </section>
          ))}
        </div>
      </main>
    </OpenLayout>
  );
}
