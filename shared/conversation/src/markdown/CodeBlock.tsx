// A block of code, in colours once they are there.
import { useLoaded } from '../kit/useLoaded.ts';
import styles from './markdown.module.css';

const load = () => import('./highlight.ts');

/** Code as it was written; a language that is known is coloured. */
export function CodeBlock({ language, text }: { language: string; text: string }) {
  const highlighter = useLoaded(load, language !== '');
  const parts = highlighter?.highlight(text, language);
  return (
    <pre className={styles.block} dir="ltr">
      {language && <span className={styles.language}>{language}</span>}
      <code>
        {parts
          ? parts.map((part, index) =>
              part.kind ? (
                <span key={index} className={styles[part.kind]}>
                  {part.text}
                </span>
              ) : (
                part.text
              ),
            )
          : text}
      </code>
    </pre>
  );
}
