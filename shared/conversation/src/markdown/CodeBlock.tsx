// A block of code, in colours once they are there.
import { useLazyModule } from '../kit/useLazyModule.ts';
import styles from './markdown.module.css';

const loadHighlighter = () => import('./highlight.ts');

/** Code as it was written; a language that is known is coloured. */
export function CodeBlock({ language, text }: { language: string; text: string }) {
  const highlighter = useLazyModule(loadHighlighter, language !== '');
  const tokens = highlighter?.highlight(text, language);
  return (
    <pre className={styles.block} dir="ltr">
      {language && <span className={styles.language}>{language}</span>}
      <code>
        {tokens
          ? tokens.map((token, index) =>
              token.kind ? (
                <span key={index} className={styles[token.kind]}>
                  {token.text}
                </span>
              ) : (
                token.text
              ),
            )
          : text}
      </code>
    </pre>
  );
}
