// Formats the selected text of the composer in the Markdown of chats.

/** The keys of a format, with Ctrl or Cmd. Ctrl+K and Ctrl+Shift+M belong to the page. */
interface FormatKey {
  key: string;
  shift: boolean;
}

/** The marks around a text. Italic differs from bold, so that one can be removed without the other. */
const marks = { bold: '**', italic: '_', strike: '~~', code: '`' } as const;

type Format = keyof typeof marks | 'link';

const formatKeys: Record<Format, FormatKey> = {
  bold: { key: 'b', shift: false },
  italic: { key: 'i', shift: false },
  code: { key: 'e', shift: false },
  strike: { key: 'x', shift: true },
  link: { key: 'l', shift: true },
};

/** A text and its selection. */
export interface SelectedText {
  text: string;
  from: number;
  to: number;
}

type FormatEvent = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Returns the format of a key; undefined for any other key. */
export function formatOfKey(event: FormatEvent): Format | undefined {
  if (event.ctrlKey === event.metaKey || event.altKey) return undefined;
  const pressed = event.key.toLowerCase();
  return (Object.keys(formatKeys) as Format[]).find(
    (format) => formatKeys[format].key === pressed && formatKeys[format].shift === event.shiftKey,
  );
}

/** Without the white space at the ends of the selection, beside which a mark would be literal. */
function trimSelection({ text, from, to }: SelectedText): SelectedText {
  const selected = text.slice(from, to);
  const start = from + (selected.length - selected.trimStart().length);
  return { text, from: Math.min(start, to), to: Math.max(start, from + selected.trimEnd().length) };
}

/** Puts the marks around the selection, or removes those that are there. */
function toggleMark({ text, from, to }: SelectedText, mark: string): SelectedText {
  const { length } = mark;
  if (text.slice(from - length, from) === mark && text.slice(to, to + length) === mark)
    return {
      text: text.slice(0, from - length) + text.slice(from, to) + text.slice(to + length),
      from: from - length,
      to: to - length,
    };
  return {
    text: text.slice(0, from) + mark + text.slice(from, to) + mark + text.slice(to),
    from: from + length,
    to: to + length,
  };
}

/** Writes `[label](address)` with the caret at the part that is missing. */
function insertLink({ text, from, to }: SelectedText): SelectedText {
  const selected = text.slice(from, to);
  const isAddress = /^https?:\/\/\S+$/i.test(selected);
  const link = isAddress ? `[](${selected})` : `[${selected}]()`;
  const caret = from + (isAddress || !selected ? 1 : link.length - 1);
  return { text: text.slice(0, from) + link + text.slice(to), from: caret, to: caret };
}

/** Returns the formatted text with the selection that follows. Several lines of code become a block. */
export function formatText(selection: SelectedText, format: Format): SelectedText {
  const trimmed = trimSelection(selection);
  if (format === 'link') return insertLink(trimmed);
  const { text, from, to } = trimmed;
  if (format === 'code' && text.slice(from, to).includes('\n')) {
    const [before, after] = ['```\n', '\n```'];
    return {
      text: `${text.slice(0, from)}${before}${text.slice(from, to)}${after}${text.slice(to)}`,
      from: from + before.length,
      to: to + before.length,
    };
  }
  return toggleMark(trimmed, marks[format]);
}

/** Returns the text that a key formats, with the selection that follows; null for any other key. */
export function formatByKey(event: FormatEvent, selection: SelectedText): SelectedText | null {
  const format = formatOfKey(event);
  return format ? formatText(selection, format) : null;
}
