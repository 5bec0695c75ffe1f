// What the Markdown of chats does differently from CommonMark and GFM, as an extension of the parser.
import type { Options } from 'mdast-util-from-markdown';
import { type Atom, wordLetter } from './textParts.ts';

type Extension = Extract<NonNullable<Options['extensions']>[number], { text?: unknown }>;
type Constructs = NonNullable<Extension['text']>[number];
type Construct = Extract<NonNullable<Constructs>, { tokenize: unknown }>;
type Code = Construct['previous'] extends ((code: infer C) => unknown) | null | undefined ? C : never;

const codes = { asterisk: 42, underscore: 95, greaterThan: 62, backslash: 92, tab: -2, virtualSpace: -1, space: 32 };
/** The parser's codes of \r, \n and \r\n. */
const lineEndings = [-5, -4, -3];
const space = /\s/u;

/** Pairing delimiters takes time in the square of their number. More are literal; people write a few. */
const maxDelimiters = 1_000;

const isLineEnd = (code: Code): boolean => code === null || code < -2;
const isSpace = (code: Code): boolean => code === codes.space || code === codes.tab || code === codes.virtualSpace;
/** The ends of the text and of its lines are spaces. The first half of a surrogate pair is no letter of these scripts. */
const charOf = (code: Code): string => (code === null || code < 0 ? ' ' : String.fromCharCode(code));

/**
 * Emphasis: a delimiter between two letters of a word is literal, as in 2*3*4 and snake_case. Unlike CommonMark's rule
 * this does not look at punctuation, so that emphasis works in scripts without spaces: **重点：**文字.
 */
function createAttention(): Construct {
  let count = 0;
  return {
    name: 'chatAttention',
    // The pairing itself is CommonMark's.
    resolveAll: (events, context) => {
      const rule = context.parser.constructs.insideSpan.null?.find(
        (one) => 'name' in one && (one as Construct).name === 'attention',
      );
      return rule?.resolveAll?.(events, context) ?? events;
    },
    tokenize(effects, ok) {
      const before = charOf(this.previous);
      return (marker) => {
        let length = 0;
        count += 1;
        effects.enter('attentionSequence');
        const inside = (code: Code): ReturnType<typeof ok> => {
          if (code === marker) {
            length += 1;
            effects.consume(code);
            return inside;
          }
          const token = effects.exit('attentionSequence');
          const after = charOf(code);
          const isDelimiter = length <= 3 && count <= maxDelimiters;
          token._open = isDelimiter && !space.test(after) && !wordLetter.test(before) && before !== '\\';
          token._close = isDelimiter && !space.test(before) && !wordLetter.test(after);
          return ok(code);
        };
        return inside(marker);
      };
    },
  };
}

/** Links and mentions are words, whatever their characters mean elsewhere. */
const createAtomSyntax = (ends: ReadonlyMap<number, number>): Construct => ({
  name: 'atom',
  tokenize(effects, ok, nok) {
    const end = ends.get(this.now().offset);
    const inside = (code: Code): ReturnType<typeof ok> => {
      if (isLineEnd(code) || this.now().offset === end) {
        effects.exit('data');
        return ok(code);
      }
      effects.consume(code);
      return inside;
    };
    return (code) => {
      if (end === undefined) return nok(code);
      effects.enter('data');
      return inside(code);
    };
  },
});

/** Preserves the arm of ¯\_(ツ)_/¯ and the beginning of \\server\share. */
const literalBackslash: Construct = {
  name: 'literalBackslash',
  tokenize(effects, ok, nok) {
    return (backslash) => {
      effects.enter('data');
      effects.consume(backslash);
      return (code) => {
        if (code !== codes.underscore && code !== codes.backslash) return nok(code);
        effects.consume(code);
        effects.exit('data');
        return ok;
      };
    };
  },
};

/** The spaces at the beginning of a line are part of the text, which is rendered with its white space. */
const lineEnding: Construct = {
  name: 'chatLineEnding',
  tokenize: (effects, ok) => (code) => {
    effects.enter('lineEnding');
    effects.consume(code);
    effects.exit('lineEnding');
    return ok;
  },
};

/** A quote, whose mark is followed by a space, because >_< is a face. */
const quote: Construct = {
  name: 'chatQuote',
  tokenize(effects, ok, nok) {
    return (mark) => {
      const state = this.containerState!;
      if (!state.open) {
        effects.enter('blockQuote', { _container: true });
        state.open = true;
      }
      effects.enter('blockQuotePrefix');
      effects.enter('blockQuoteMarker');
      effects.consume(mark);
      effects.exit('blockQuoteMarker');
      return (code) => {
        if (isLineEnd(code)) {
          effects.exit('blockQuotePrefix');
          return ok(code);
        }
        if (!isSpace(code)) return nok(code);
        effects.enter('blockQuotePrefixWhitespace');
        effects.consume(code);
        effects.exit('blockQuotePrefixWhitespace');
        effects.exit('blockQuotePrefix');
        return ok;
      };
    };
  },
  continuation: {
    tokenize(effects, ok, nok) {
      const mark = (code: Code) => (code === codes.greaterThan ? effects.attempt(quote, ok, nok)(code) : nok(code));
      const indent = (code: Code): ReturnType<typeof ok> => {
        if (isSpace(code)) {
          effects.consume(code);
          return indent;
        }
        effects.exit('linePrefix');
        return mark(code);
      };
      return (code) => {
        if (!isSpace(code)) return mark(code);
        effects.enter('linePrefix');
        return indent(code);
      };
    },
  },
  exit: (effects) => void effects.exit('blockQuote'),
};

/** The constructs that are literal in a chat. */
const literal = [
  'blockQuote',
  'attention',
  'codeIndented',
  'setextUnderline',
  'htmlFlow',
  'htmlText',
  'autolink',
  'labelStartImage',
  'definition',
  'characterReference',
  'wwwAutolink',
  'protocolAutolink',
  'emailAutolink',
  'gfmFootnoteDefinition',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
];

/** Returns the extension for a text with these links and mentions. */
export function chatSyntax(text: string, atoms: readonly Atom[]): Extension {
  const attention = createAttention();
  const atom = createAtomSyntax(new Map(atoms.map(({ from, to }) => [from, to])));
  return {
    disable: { null: literal },
    document: { [codes.greaterThan]: quote },
    text: {
      ...Object.fromEntries(lineEndings.map((code) => [code, lineEnding])),
      ...Object.fromEntries(atoms.map(({ from }) => [text.charCodeAt(from), atom])),
      [codes.backslash]: literalBackslash,
      [codes.asterisk]: attention,
      [codes.underscore]: [atom, attention], // a mail address may begin with one
    },
  };
}
