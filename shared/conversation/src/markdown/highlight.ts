// A syntax highlighter that distinguishes keywords, strings, numbers and comments of a few languages.

export interface CodeToken {
  kind: '' | 'keyword' | 'string' | 'number' | 'comment';
  text: string;
}

interface Language {
  /** Other names of the language. */
  aliases: string;
  comments: readonly ('//' | '/*' | '#' | '--' | '<!--')[];
  keywords: string;
}

const cLike = ['//', '/*'] as const;
const scriptKeywords = `as async await break case catch class const continue debugger default delete do else enum export extends false finally for from
  function if implements import in instanceof interface let new null of private protected public readonly return satisfies static super switch
  this throw true try type typeof undefined var void while yield`;

const languages: Record<string, Language> = {
  js: { aliases: 'javascript jsx ts typescript tsx mjs jsonc', comments: cLike, keywords: scriptKeywords },
  json: { aliases: 'json5', comments: [], keywords: 'true false null' },
  css: { aliases: 'scss', comments: ['/*'], keywords: '' },
  html: { aliases: 'xml svg vue', comments: ['<!--'], keywords: '' },
  python: {
    aliases: 'py',
    comments: ['#'],
    keywords: `and as assert async await break class continue def del elif else except False finally for from global if import in is lambda match
      None nonlocal not or pass raise return self True try while with yield`,
  },
  bash: {
    aliases: 'sh shell zsh console',
    comments: ['#'],
    keywords:
      'case cd do done echo elif else esac exit export fi for function if in local return set source sudo then until while',
  },
  sql: {
    aliases: 'postgresql psql',
    comments: ['--', '/*'],
    keywords: `add alter and as asc begin by case commit create delete desc distinct drop else end exists from group having in index inner insert
      into is join key left limit not null offset on or order primary references right rollback select set table then union unique update values when where with`,
  },
  rust: {
    aliases: 'rs',
    comments: cLike,
    keywords: `as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return
      self Self static struct super trait true type unsafe use where while`,
  },
  go: {
    aliases: 'golang',
    comments: cLike,
    keywords: `break case chan const continue default defer else fallthrough false for func go goto if import interface map nil package range
      return select struct switch true type var`,
  },
  c: {
    aliases: 'c++ cpp h java kotlin c# cs swift',
    comments: cLike,
    keywords: `abstract auto bool boolean break case catch char class const continue default delete do double else enum explicit extends extern
      false final float for if implements import inline int interface long namespace new null nullptr operator override package private protected
      public return short signed sizeof static struct super switch template this throw true try typedef typename union unsigned using var virtual
      void volatile while`,
  },
  yaml: { aliases: 'yml toml', comments: ['#'], keywords: 'true false null yes no' },
};

const languageByAlias = new Map(
  Object.entries(languages).flatMap(([name, { aliases }]) => aliases.split(' ').map((alias) => [alias, name])),
);

// Each alternative scans straight to its end, so matching is linear. An unterminated token extends to the end of its
// line or of the text.
const comment = {
  '//': String.raw`\/\/[^\n]*`,
  '/*': String.raw`\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?`,
  '#': String.raw`#[^\n]*`,
  '--': String.raw`--[^\n]*`,
  '<!--': String.raw`<!--[^-]*(?:-(?!->)[^-]*)*(?:-->)?`,
};
const stringPattern = String.raw`"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\x60(?:[^\x60\\]|\\[^])*\x60?`; // \x60: a backtick
const numberPattern = String.raw`\b(?:0x[\da-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)\b`;
const identifierPattern = String.raw`[A-Za-z_$][\w$]*`;

function compileLanguage({ comments, keywords }: Language, ignoreCase: boolean) {
  const keywordSet = new Set(keywords.split(/\s+/u));
  const commentPattern = comments.map((mark) => comment[mark]).join('|') || '(?!)';
  return {
    pattern: new RegExp(
      `(?<comment>${commentPattern})|(?<string>${stringPattern})|(?<number>${numberPattern})|(?<keyword>${identifierPattern})`,
      'gu',
    ),
    isKeyword: (word: string) => keywordSet.has(ignoreCase ? word.toLowerCase() : word),
  };
}

const compiledLanguages = new Map<string, ReturnType<typeof compileLanguage>>();

/** Splits code into tokens, or returns null for an unknown language. The tokens contain the complete text. */
export function highlight(text: string, language: string): CodeToken[] | null {
  const name = languageByAlias.get(language) ?? language;
  if (!Object.hasOwn(languages, name)) return null;
  const compiled = compiledLanguages.get(name) ?? compileLanguage(languages[name]!, name === 'sql');
  compiledLanguages.set(name, compiled);
  const tokens: CodeToken[] = [];
  const add = (kind: CodeToken['kind'], part: string) => {
    const last = tokens.at(-1);
    if (last && last.kind === kind) last.text += part;
    else if (part) tokens.push({ kind, text: part });
  };
  let from = 0;
  for (const match of text.matchAll(compiled.pattern)) {
    const [kind] = Object.entries(match.groups!).find(([, part]) => part)! as [CodeToken['kind'], string];
    add('', text.slice(from, match.index));
    add(kind === 'keyword' && !compiled.isKeyword(match[0]) ? '' : kind, match[0]);
    from = match.index + match[0].length;
  }
  add('', text.slice(from));
  return tokens;
}
