// Draws a parsed text. Its elements are those of the tables below and no others.
import { cx } from '@amber/ui/cx';
import { type ReactNode, useMemo } from 'react';
import { CodeBlock } from './CodeBlock.tsx';
import type { Inline, MentionName } from './inline.ts';
import { type Block, parseMarkdown } from './parseMarkdown.ts';
import styles from './markdown.module.css';

interface Surroundings {
  me: string;
  /** Of the links in it. */
  tabIndex: number;
}

const emphasis = { strong: 'strong', em: 'em', strike: 's' } as const;

function drawInline(part: Inline, key: number, around: Surroundings): ReactNode {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'code')
    return (
      <code key={key} className={styles.code} dir="ltr">
        {part.text}
      </code>
    );
  if (part.kind === 'mention')
    return (
      <bdi key={key} className={cx(styles.mention, part.identifier === around.me && styles.me)}>
        {part.text}
      </bdi>
    );
  if (part.kind === 'link') {
    return (
      <a
        key={key}
        dir="auto"
        href={part.href}
        title={part.href}
        target="_blank"
        rel="noopener noreferrer"
        tabIndex={around.tabIndex}
      >
        {part.text}
      </a>
    );
  }
  const Element = emphasis[part.kind];
  return <Element key={key}>{part.inlines.map((inner, index) => drawInline(inner, index, around))}</Element>;
}

const drawInlines = (inlines: readonly Inline[], around: Surroundings) =>
  inlines.map((part, index) => drawInline(part, index, around));

function drawBlock(block: Block, key: number, around: Surroundings): ReactNode {
  if (block.kind === 'code') return <CodeBlock key={key} language={block.language} text={block.text} />;
  if (block.kind === 'quote')
    return (
      <blockquote key={key} className={styles.quote} dir="auto">
        {drawBlocks(block.blocks, around)}
      </blockquote>
    );
  if (block.kind === 'list') {
    const items = block.items.map((item, index) => <li key={index}>{drawBlocks(item, around)}</li>);
    return block.ordered ? (
      <ol key={key} className={styles.list} dir="auto" start={block.start}>
        {items}
      </ol>
    ) : (
      <ul key={key} className={styles.list} dir="auto">
        {items}
      </ul>
    );
  }
  return (
    <p key={key} className={cx(styles.paragraph, block.kind === 'heading' && styles.heading)}>
      {drawInlines(block.inlines, around)}
    </p>
  );
}

const drawBlocks = (blocks: readonly Block[], around: Surroundings) =>
  blocks.map((block, index) => drawBlock(block, index, around));

export interface MarkdownProps extends Surroundings {
  text: string;
  mentions: readonly MentionName[];
}

/** A person's text as elements; nothing in it is taken for HTML. Its last line is left open for the time to stand in. */
export function Markdown({ text, mentions, ...around }: MarkdownProps) {
  const blocks = useMemo(() => parseMarkdown(text, mentions), [text, mentions]);
  const last = blocks.at(-1);
  if (last?.kind !== 'paragraph') return drawBlocks(blocks, around);
  // Most texts are nothing but words, and need no element of their own.
  const isPlain = blocks.length === 1 && last.inlines.every(({ kind }) => kind === 'text');
  return (
    <>
      {drawBlocks(blocks.slice(0, -1), around)}
      {isPlain ? (
        drawInlines(last.inlines, around)
      ) : (
        <span className={styles.open}>{drawInlines(last.inlines, around)}</span>
      )}
    </>
  );
}
