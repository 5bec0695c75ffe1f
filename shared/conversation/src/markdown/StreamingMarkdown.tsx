// Draws a text that is still being written: what is finished of it is neither read nor drawn again.
import { memo } from 'react';
import { Markdown, type MarkdownProps } from './Markdown.tsx';
import { splitMarkdown } from './parseMarkdown.ts';
import styles from './markdown.module.css';

const MarkdownPart = memo((props: MarkdownProps) => (
  <div className={styles.part}>
    <Markdown {...props} />
  </div>
));

/** As `Markdown`, with a little room between paragraphs. */
export function StreamingMarkdown({ text, ...props }: MarkdownProps) {
  const parts = splitMarkdown(text);
  return (
    <>
      {parts.slice(0, -1).map((part, index) => (
        <MarkdownPart key={index} text={part} {...props} />
      ))}
      <Markdown text={parts.at(-1)!} {...props} />
    </>
  );
}
