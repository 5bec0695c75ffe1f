// A code block with syntax highlighting once the highlighter is loaded.
import { useLazyModule } from '../kit/useLazyModule.ts';
import styles from './markdown.module.css';

const loadHighlighter = () => import(/* webpackChunkName: "highlight" */ './highlight.ts');

/** Code with its whitespace preserved; known languages are highlighted. */
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
