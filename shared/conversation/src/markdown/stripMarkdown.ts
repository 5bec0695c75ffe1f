// Converts Markdown to plain text on one line, without the parser, which is loaded only where markup is rendered.

/** The number of characters that a list shows at most. */
const maxLength = 200;

/** What is replaced by what, in this order. Each search is bounded, so that any text is stripped in linear time. */
const replacements: readonly (readonly [RegExp, string])[] = [
  // The marks at the beginning of a line: of fences with their language, of quotes, lists, tasks and headings.
  [/^[ \t]*(?:`{3,}|~{3,})[^\n`]*$/gmu, ' '],
  [/^(?:[ \t]*(?:>(?= |$)|[-*+](?= +\S)|\d{1,9}[.)](?= +\S)|#{1,6}(?= +\S)))+/gmu, ' '],
  [/^[ \t]*\[[ xX]\](?= )/gmu, ' '],
  // Rules, and the lines and bars of tables.
  [/^[ \t]*(?:-[ \t]*){3,}$/gmu, ' '],
  [/^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*(?::?-+:?[ \t]*)?$/gmu, ' '],
  [/^[ \t]*\|(.*)\|[ \t]*$/gmu, '$1'],
  [/\[([^[\]\n]{1,200})\]\((?:https?:|mailto:)?[^\s():<>]{1,2000}\)/giu, '$1'],
  // Delimiters that are not within a word.
  [/(?<![\p{L}\p{N}\\*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![\p{L}\p{N}*])/gu, ''],
  [/(?<![\p{L}\p{N}\\_])_{1,3}(?=[^\s_])|(?<=[^\s_\\])_{1,3}(?![\p{L}\p{N}_])/gu, ''],
  [/~~/gu, ''],
  [/`+/gu, ''],
  [/\\(?=[!-/:-@[-^`{-~])/gu, ''],
];

/** Returns the whole text without Markdown syntax. */
export const toPlainText = (text: string): string =>
  replacements
    .reduce((plain, [pattern, replacement]) => plain.replace(pattern, replacement), text)
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the beginning of the text without Markdown syntax. */
export const stripMarkdown = (text: string): string => toPlainText(text.slice(0, maxLength));
