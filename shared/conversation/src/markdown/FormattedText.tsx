// Renders Markdown as elements of this file, never as HTML from the text. It is loaded when a text has markup.
import type { Link as LinkNode, List, Node, Nodes, Paragraph, PhrasingContent, RootContent, Table } from 'mdast';
import { type ReactNode, useMemo } from 'react';
import { CodeBlock } from './CodeBlock.tsx';
import { findLinks, normalizeHref } from './links.ts';
import { parseMarkdown } from './parseMarkdown.ts';
import { Link, PlainText, type PlainTextProps, renderPart } from './PlainText.tsx';
import { splitText } from './textParts.ts';
import styles from './markdown.module.css';

interface RenderContext extends Omit<PlainTextProps, 'text'> {
  source: string;
}

/** The nesting of elements that is rendered; deeper markup is shown as it is written. */
const maxDepth = 12;

const emphasis = { strong: 'strong', emphasis: 'em', delete: 's' } as const;

const startOf = (node: Node): number => node.position!.start.offset!;
const endOf = (node: Node): number => node.position!.end.offset!;
const sourceOf = (node: Node, { source }: RenderContext): string => source.slice(startOf(node), endOf(node));

const renderWords = (text: string, context: RenderContext): ReactNode[] =>
  splitText(text, context.mentions).map((part, index) => renderPart(part, index, context));

/** Returns the words of a node; what is nested too deeply is as it is written. */
function wordsOf(node: Nodes, context: RenderContext, depth: number): string {
  if (depth > maxDepth) return sourceOf(node, context);
  if ('children' in node) return node.children.map((child) => wordsOf(child, context, depth + 1)).join('');
  if (node.type === 'break') return '\n';
  return 'value' in node ? node.value : '';
}

/** A link with an address that is not allowed stays text, as does one whose label is an address of another page. */
function renderLink(node: LinkNode, key: number, context: RenderContext, depth: number): ReactNode {
  const href = normalizeHref(node.url);
  const label = wordsOf(node, context, depth);
  const labelLink = findLinks(label)[0];
  if (!href || /\s/u.test(node.url) || label.trim() === '' || (labelLink && labelLink.href !== href))
    return <span key={key}>{renderWords(sourceOf(node, context), context)}</span>;
  return (
    <Link key={key} href={href} tabIndex={context.tabIndex}>
      {label}
    </Link>
  );
}

function renderInline(node: PhrasingContent, key: number, context: RenderContext, depth: number): ReactNode {
  if (depth > maxDepth) return sourceOf(node, context);
  switch (node.type) {
    case 'text':
      return renderWords(node.value, context);
    case 'inlineCode':
      return (
        <code key={key} className={styles.code} dir="ltr">
          {node.value}
        </code>
      );
    case 'strong':
    case 'emphasis':
    case 'delete': {
      const Element = emphasis[node.type];
      return <Element key={key}>{renderInlines(node.children, context, depth + 1)}</Element>;
    }
    case 'link':
      return renderLink(node, key, context, depth);
    case 'break':
      return '\n';
    default:
      return sourceOf(node, context);
  }
}

const renderInlines = (nodes: readonly PhrasingContent[], context: RenderContext, depth: number): ReactNode[] =>
  nodes.map((node, index) => renderInline(node, index, context, depth));

function renderList(list: List, key: number, context: RenderContext, depth: number): ReactNode {
  const items = list.children.map((item, index) => (
    <li key={index} className={typeof item.checked === 'boolean' ? styles.task : undefined}>
      {typeof item.checked === 'boolean' && <span className={styles.box}>{item.checked ? '☑' : '☐'}</span>}
      {renderBlocks(item.children, context, depth + 1)}
    </li>
  ));
  return list.ordered ? (
    <ol key={key} className={styles.list} dir="auto" start={list.start ?? 1}>
      {items}
    </ol>
  ) : (
    <ul key={key} className={styles.list} dir="auto">
      {items}
    </ul>
  );
}

/** A wide table scrolls by itself. It is a tab stop, because only an element with the focus scrolls by keys. */
function renderTable(table: Table, key: number, context: RenderContext, depth: number): ReactNode {
  const [head, ...rows] = table.children;
  const classOf = (column: number) => styles[table.align?.[column] ?? ''];
  return (
    <div key={key} className={styles.scroller} dir="auto" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head!.children.map((cell, column) => (
              <th key={column} className={classOf(column)} scope="col">
                {renderInlines(cell.children, context, depth + 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.children.map((cell, column) => (
                <td key={column} className={classOf(column)}>
                  {renderInlines(cell.children, context, depth + 1)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function renderBlock(node: RootContent, key: number, context: RenderContext, depth: number): ReactNode {
  if (depth <= maxDepth)
    switch (node.type) {
      case 'code':
        return <CodeBlock key={key} language={[node.lang, node.meta].join(' ').trim()} text={node.value} />;
      case 'blockquote':
        return (
          <blockquote key={key} className={styles.quote} dir="auto">
            {renderBlocks(node.children, context, depth + 1)}
          </blockquote>
        );
      case 'list':
        return renderList(node, key, context, depth);
      case 'table':
        return renderTable(node, key, context, depth);
      case 'thematicBreak':
        // Four stars are a judgement, not a rule.
        if (/^[*_]{4,}$/u.test(sourceOf(node, context))) break;
        return <hr key={key} className={styles.rule} />;
      case 'heading':
        return (
          <p key={key} className={styles.heading}>
            {renderInlines(node.children, context, depth + 1)}
          </p>
        );
      case 'paragraph':
        return (
          <p key={key} className={styles.paragraph}>
            {renderInlines(node.children, context, depth + 1)}
          </p>
        );
      default:
    }
  return (
    <p key={key} className={styles.paragraph}>
      {sourceOf(node, context)}
    </p>
  );
}

/** Joins paragraphs, with the empty lines between them: how many somebody leaves is theirs to choose. */
function joinParagraphs(nodes: readonly RootContent[], { source }: RenderContext): RootContent[] {
  const joined: RootContent[] = [];
  for (const node of nodes) {
    if (node.type !== 'paragraph') {
      joined.push(node);
      continue;
    }
    const last = joined.at(-1);
    const lineStart = source.lastIndexOf('\n', startOf(node) - 1) + 1;
    const indent = source.slice(lineStart, startOf(node));
    // The marks of a quote or list before a paragraph are not its text.
    const leading = indent.trim() === '' ? indent : '';
    if (last?.type !== 'paragraph') {
      joined.push({ ...node, children: withText(leading, node) });
      continue;
    }
    const gap = source.slice(endOf(last), lineStart);
    joined[joined.length - 1] = {
      ...last,
      children: [...last.children, ...withText((gap.trim() === '' ? gap : '\n\n') + leading, node)],
      position: { start: last.position!.start, end: node.position!.end },
    };
  }
  return joined;
}

const withText = (text: string, { children }: Paragraph): PhrasingContent[] =>
  text ? [{ type: 'text', value: text }, ...children] : children;

const renderBlocks = (nodes: readonly RootContent[], context: RenderContext, depth: number): ReactNode[] =>
  joinParagraphs(nodes, context).map((node, index) => renderBlock(node, index, context, depth));

/** A final paragraph is rendered inline, so that the time fits on its last line. */
export function FormattedText(props: PlainTextProps) {
  const { text, mentions } = props;
  const parsed = useMemo(() => parseMarkdown(text, mentions), [text, mentions]);
  if (!parsed) return <PlainText {...props} />;
  const context = { ...props, source: parsed.source };
  const blocks = joinParagraphs(parsed.tree.children, context);
  const last = blocks.at(-1);
  if (last?.type !== 'paragraph') return blocks.map((block, index) => renderBlock(block, index, context, 0));
  return (
    <>
      {blocks.slice(0, -1).map((block, index) => renderBlock(block, index, context, 0))}
      <span className={styles.open}>{renderInlines(last.children, context, 1)}</span>
    </>
  );
}
