// Renders parsed Markdown, using only the elements in this file and never HTML from the text.
import { cx } from '@amber/ui/cx';
import { type ReactNode, useMemo } from 'react';
import { CodeBlock } from './CodeBlock.tsx';
import type { Inline, MentionName } from './inline.ts';
import { type Block, parseMarkdown } from './parseMarkdown.ts';
import styles from './markdown.module.css';

interface RenderContext {
  me: string;
  /** The tabIndex of the links. */
  tabIndex: number;
}

const emphasis = { strong: 'strong', em: 'em', strike: 's' } as const;

function renderInline(part: Inline, key: number, context: RenderContext): ReactNode {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'code')
    return (
      <code key={key} className={styles.code} dir="ltr">
        {part.text}
      </code>
    );
  if (part.kind === 'mention')
    return (
      <bdi key={key} className={cx(styles.mention, part.identifier === context.me && styles.me)}>
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
        tabIndex={context.tabIndex}
      >
        {part.text}
      </a>
    );
  }
  const Element = emphasis[part.kind];
  return <Element key={key}>{part.inlines.map((inner, index) => renderInline(inner, index, context))}</Element>;
}

const renderInlines = (inlines: readonly Inline[], context: RenderContext) =>
  inlines.map((part, index) => renderInline(part, index, context));

function renderBlock(block: Block, key: number, context: RenderContext): ReactNode {
  if (block.kind === 'code') return <CodeBlock key={key} language={block.language} text={block.text} />;
  if (block.kind === 'quote')
    return (
      <blockquote key={key} className={styles.quote} dir="auto">
        {renderBlocks(block.blocks, context)}
      </blockquote>
    );
  if (block.kind === 'list') {
    const items = block.items.map((item, index) => <li key={index}>{renderBlocks(item, context)}</li>);
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
      {renderInlines(block.inlines, context)}
    </p>
  );
}

const renderBlocks = (blocks: readonly Block[], context: RenderContext) =>
  blocks.map((block, index) => renderBlock(block, index, context));

export interface MarkdownProps extends RenderContext {
  text: string;
  mentions: readonly MentionName[];
}

/**
 * Renders a person's text as elements; nothing in it is interpreted as HTML. A final paragraph is rendered inline, so
 * that the time fits on its last line.
 */
export function Markdown({ text, mentions, ...context }: MarkdownProps) {
  const blocks = useMemo(() => parseMarkdown(text, mentions), [text, mentions]);
  const last = blocks.at(-1);
  if (last?.kind !== 'paragraph') return renderBlocks(blocks, context);
  // Most texts are plain and need no element of their own.
  const isPlain = blocks.length === 1 && last.inlines.every(({ kind }) => kind === 'text');
  return (
    <>
      {renderBlocks(blocks.slice(0, -1), context)}
      {isPlain ? (
        renderInlines(last.inlines, context)
      ) : (
        <span className={styles.open}>{renderInlines(last.inlines, context)}</span>
      )}
    </>
  );
}
