// Completes names after @ and emoji after a colon while the user types.
import { type KeyboardEvent, useState } from 'react';
import { shortcodeEndingAt, applyCompletion, completionAt } from './completion.ts';
import type { Mentionable } from '../kit/person.ts';
import type { Suggestion } from './suggest.ts';
import { useLazyModule } from '../kit/useLazyModule.ts';

/** Returns the DOM id of the option at this index. */
export const optionId = (list: string, index: number): string => `${list}-${index}`;

// The list of about 2,000 emoji is loaded when the user types the first colon.
const loadEmoji = () => import('../emoji/searchEmoji.ts');
const loadSuggest = () => import(/* webpackChunkName: "messageParts" */ './suggest.ts');

interface CompletionPorts {
  text: string;
  caret: number;
  mentionable: readonly Mentionable[];
  /** Replaces the text of the box and moves the caret. */
  replaceText(text: string, caret: number): void;
  /** Called when the user accepts the mention of a person. */
  onMention?: (identifier: string) => void;
}

/** Returns the suggestions at the caret and the keyboard handler of their list. */
export function useCompletion({ text, caret, mentionable, replaceText, onMention }: CompletionPorts) {
  // The word for which the arrow keys selected a suggestion, and the word that Escape dismissed.
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
    /** Returns whether the list handled the key. */
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
 * Replaces the shortcode that ends at the caret with its emoji. Returns null if there is no shortcode there; the
 * promise resolves to null if the shortcode is unknown or the emoji could not be loaded.
 */
export function completeShortcode(text: string, caret: number): Promise<{ text: string; caret: number } | null> | null {
  const match = shortcodeEndingAt(text, caret);
  if (!match) return null;
  return loadEmoji().then(
    ({ findByShortcode }) => {
      const emoji = findByShortcode(match.code);
      return emoji ? applyCompletion(text, match.from, caret, emoji) : null;
    },
    () => null,
  );
}
