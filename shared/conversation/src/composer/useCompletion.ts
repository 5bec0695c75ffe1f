// Completes names after @ and emoji after a colon, while they are written.
import { type KeyboardEvent, useState } from 'react';
import { shortcodeEndingAt, applyCompletion, completionAt } from './completion.ts';
import type { Mentionable } from '../kit/person.ts';
import type { Suggestion } from './suggest.ts';
import { useLazyModule } from '../kit/useLazyModule.ts';

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
  replaceText(text: string, caret: number): void;
  /** Somebody was chosen. */
  onMention?: (identifier: string) => void;
}

/** What is suggested at the caret, and the keys that choose among it. */
export function useCompletion({ text, caret, mentionable, replaceText, onMention }: CompletionPorts) {
  // Where and what for a suggestion was chosen by the arrow keys, or refused by Escape.
  const [selection, setSelection] = useState({ word: '', active: 0 });
  const [dismissedAt, setDismissedAt] = useState(-1);
  const completion = completionAt(text, caret);
  const emoji = useLazyModule(loadEmoji, completion?.kind === 'emoji');
  const suggester = useLazyModule(loadSuggest, completion !== null);
  const suggestions =
    (completion && completion.from !== dismissedAt && suggester?.suggest(completion, mentionable, emoji)) || [];
  const word = completion ? `${completion.from}${completion.query}` : '';
  const active = selection.word === word ? Math.min(selection.active, suggestions.length - 1) : 0;
  if (!completion && dismissedAt >= 0) setDismissedAt(-1);

  const take = (suggestion: Suggestion) => {
    if (!completion) return;
    const next = applyCompletion(text, completion.from, caret, suggestion.insertText);
    replaceText(next.text, next.caret);
    if (completion.kind === 'mention') onMention?.(suggestion.key);
  };
  const move = (by: number) => setSelection({ word, active: (active + by + suggestions.length) % suggestions.length });
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => take(suggestions[active]!),
    Tab: () => take(suggestions[active]!),
    Escape: () => setDismissedAt(completion?.from ?? -1),
  };

  return {
    suggestions,
    active,
    kind: completion?.kind ?? 'mention',
    setActive: (index: number) => setSelection({ word, active: index }),
    take,
    /** Returns whether the key was one of the list's. */
    handleKeyDown(event: KeyboardEvent): boolean {
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
export function completeShortcode(text: string, caret: number): Promise<{ text: string; caret: number } | null> | null {
  const match = shortcodeEndingAt(text, caret);
  if (!match) return null;
  return loadEmoji().then(
    ({ findByShortcode: emojiOf }) => {
      const emoji = emojiOf(match.code);
      return emoji ? applyCompletion(text, match.from, caret, emoji) : null;
    },
    () => null,
  );
}
