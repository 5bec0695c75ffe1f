// Finds web and mail addresses in a text.

export interface FoundLink {
  from: number;
  to: number;
  href: string;
}

// A link must begin a word, so that `blob:https://…` stays text. The length limits keep the search linear on hostile
// input. Punctuation of Chinese and Japanese, which has no space behind it, ends a link: `，。、！）》` and the like.
const linkPattern =
  /(?<![\w.+:-])(?:https?:\/\/|mailto:|www\.)[^\s<>"'`“”‘’…\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/giu;
const allowedProtocols = new Set(['http:', 'https:', 'mailto:']);

/** Removes the full stop, comma or closing bracket that ends the sentence and not the link. */
function trimPunctuation(match: string): string {
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

/** Returns the URL of a link, or null if the link is not allowed. */
export function normalizeHref(link: string): string | null {
  const prefix = /^(?:https?|mailto):/iu.test(link)
    ? ''
    : link.includes('@') && !/^www\./iu.test(link)
      ? 'mailto:'
      : 'https://';
  const url = URL.parse(prefix + link);
  return url && allowedProtocols.has(url.protocol) && (url.host || url.pathname) ? url.href : null;
}

/** Returns the links of a text, in order. Only http, https and mailto are recognized. */
export function findLinks(text: string): FoundLink[] {
  const links: FoundLink[] = [];
  for (const match of text.matchAll(linkPattern)) {
    const link = trimPunctuation(match[0]);
    const href = link && normalizeHref(link);
    if (href) links.push({ from: match.index, to: match.index + link.length, href });
  }
  return links;
}
