// Completes names after @ and emoji after a colon, while they are written.
import { type KeyboardEvent, useState } from 'react';
import { codeEndedAt, complete, completingAt } from './completion.ts';
import type { Mentionable } from '../kit/person.ts';
import type { Suggestion } from './suggest.ts';
import { useLoaded } from '../kit/useLoaded.ts';

/** The list's id for its option at this place. */
export const optionId = (list: string, index: number): string => `${list}-${index}`;

// Two thousand emoji come when the first colon is typed.
const loadEmoji = () => import('../emoji/searchEmoji.ts');
const loadSuggest = () => import(/* webpackChunkName: "messageParts" */ './suggest.ts');

interface CompletionPorts {
  text: string;
  caret: number;
  mentionable: readonly Mentionable[];
  /** Puts the text into the box, and the caret there. */
  put(text: string, caret: number): void;
  /** Somebody was chosen. */
  onNamed?: (identifier: string) => void;
}

/** What is suggested at the caret, and the keys that choose among it. */
export function useCompletion({ text, caret, mentionable, put, onNamed }: CompletionPorts) {
  // Where and what for a suggestion was chosen by the arrow keys, or refused by Escape.
  const [moved, setMoved] = useState({ word: '', active: 0 });
  const [refused, setRefused] = useState(-1);
  const completing = completingAt(text, caret);
  const emoji = useLoaded(loadEmoji, completing?.kind === 'emoji');
  const suggester = useLoaded(loadSuggest, completing !== null);
  const suggestions =
    (completing && completing.from !== refused && suggester?.suggest(completing, mentionable, emoji)) || [];
  const word = completing ? `${completing.from}${completing.query}` : '';
  const active = moved.word === word ? Math.min(moved.active, suggestions.length - 1) : 0;
  if (!completing && refused >= 0) setRefused(-1);

  const take = (suggestion: Suggestion) => {
    if (!completing) return;
    const next = complete(text, completing.from, caret, suggestion.put);
    put(next.text, next.caret);
    if (completing.kind === 'mention') onNamed?.(suggestion.key);
  };
  const move = (by: number) => setMoved({ word, active: (active + by + suggestions.length) % suggestions.length });
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => take(suggestions[active]!),
    Tab: () => take(suggestions[active]!),
    Escape: () => setRefused(completing?.from ?? -1),
  };

  return {
    suggestions,
    active,
    kind: completing?.kind ?? 'mention',
    setActive: (index: number) => setMoved({ word, active: index }),
    take,
    /** Returns whether the key was one of the list's. */
    press(event: KeyboardEvent): boolean {
      const act = suggestions.length > 0 && !event.shiftKey && keys[event.key];
      if (!act) return false;
      event.preventDefault();
      act();
      return true;
    },
  };
}

/**
 * The text with the shortcode that ends at the caret as its emoji. Null at once when there is no shortcode there,
 * null later when it is nobody's or the emoji could not be fetched.
 */
export function endedCode(text: string, caret: number): Promise<{ text: string; caret: number } | null> | null {
  const ended = codeEndedAt(text, caret);
  if (!ended) return null;
  return loadEmoji().then(
    ({ emojiOf }) => {
      const emoji = emojiOf(ended.code);
      return emoji ? complete(text, ended.from, caret, emoji) : null;
    },
    () => null,
  );
}
