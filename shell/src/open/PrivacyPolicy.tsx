// The privacy page: what is stored, what is encrypted, how long, and what one can do.
import { OpenLayout } from './OpenLayout.tsx';
import { privacyStrings as words } from './privacyStrings.ts';
import styles from './PrivacyPolicy.module.css';

/** The page at /privacy-policy. */
export function PrivacyPolicy() {
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
            {words.sections.map(({ id, title }) => (
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
          {words.sections.map(({ id, title, paragraphs = [], table = [], list = [] }) => (
            <section key={id} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`} className={styles.heading}>
                {title}
              </h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {table.length > 0 && (
                <dl className={styles.table}>
                  {table.map(([what, about]) => (
                    <div key={what}>
                      <dt>{what}</dt>
                      <dd>{about}</dd>
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
