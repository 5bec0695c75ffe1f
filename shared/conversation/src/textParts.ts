// Finds the links in a text, as a list of parts and never as HTML.

export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };

// A link begins a word: that keeps `blob:https://…` text. The bounds keep the search linear on hostile input.
const candidate = /(?<![\w.+:-])(?:https?:\/\/|mailto:|www\.)[^\s<>"'`]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/giu;
const allowed = new Set(['http:', 'https:', 'mailto:']);

/** Without the full stop, comma or closing bracket that ends the sentence and not the link. */
function trimmed(match: string): string {
  let unopened = match.split(')').length - match.split('(').length;
  let end = match.length;
  while (end > 0) {
    const last = match[end - 1]!;
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!/[.,;:!?*_~\]}]/u.test(last)) break;
    end -= 1;
  }
  return match.slice(0, end);
}

function hrefOf(link: string): string | null {
  const prefix = /^(?:https?|mailto):/iu.test(link) ? '' : link.includes('@') && !/^www\./iu.test(link) ? 'mailto:' : 'https://';
  const url = URL.parse(prefix + link);
  return url && allowed.has(url.protocol) && (url.host || url.pathname) ? url.href : null;
}

/** The text in parts; only http, https and mailto become links. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(candidate)) {
    const link = trimmed(match[0]);
    const href = link && hrefOf(link);
    if (!href) continue;
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) });
    parts.push({ kind: 'link', text: link, href });
    from = match.index + link.length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

const fewEmoji = /^(?:\p{RGI_Emoji}\s*){1,3}$/v;
const longestFew = 120; // three families with skin tones; nothing longer is worth a look

/** One to three emoji and nothing else: shown large. */
export const isEmojiOnly = (text: string): boolean => text.length <= longestFew && fewEmoji.test(text.trim());
