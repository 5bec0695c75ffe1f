// Renders a text without markup: its words, links and mentions.
import { cx } from '@amber/ui/cx';
import type { ReactNode } from 'react';
import { type MentionName, splitText, type TextPart } from './textParts.ts';
import styles from './markdown.module.css';

export interface PlainTextProps {
  text: string;
  mentions: readonly MentionName[];
  me: string;
  /** The tabIndex of the links. */
  tabIndex: number;
}

/** An address that is checked, opened without a referrer and without access to this page. */
export const Link = ({ href, tabIndex, children }: { href: string; tabIndex: number; children: ReactNode }) => (
  <a dir="auto" href={href} title={href} target="_blank" rel="noopener noreferrer" tabIndex={tabIndex}>
    {children}
  </a>
);

export function renderPart(part: TextPart, key: number, { me, tabIndex }: { me: string; tabIndex: number }): ReactNode {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'link')
    return (
      <Link key={key} href={part.href} tabIndex={tabIndex}>
        {part.text}
      </Link>
    );
  return (
    <bdi key={key} className={cx(styles.mention, part.identifier === me && styles.me)}>
      {part.text}
    </bdi>
  );
}

/** Most texts are words alone and need no element of their own. */
export function PlainText({ text, mentions, ...context }: PlainTextProps) {
  const trimmed = text
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)+/u, '')
    .trimEnd();
  const parts = splitText(trimmed, mentions).map((part, index) => renderPart(part, index, context));
  return parts.some((part) => typeof part !== 'string') ? <span className={styles.open}>{parts}</span> : trimmed;
}
