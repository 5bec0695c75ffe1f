// Renders Markdown that is still being streamed; finished parts are neither parsed nor rendered again.
import { memo } from 'react';
import { Markdown, type MarkdownProps } from './Markdown.tsx';
import { splitMarkdown } from './splitMarkdown.ts';
import styles from './markdown.module.css';

const MarkdownPart = memo((props: MarkdownProps) => (
  <div className={styles.part}>
    <Markdown {...props} />
  </div>
));

/** Renders like `Markdown`, with a little space between paragraphs. */
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
