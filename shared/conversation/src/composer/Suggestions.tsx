// The list of completions above the composer.
import { Avatar } from '@amber/ui/Avatar';
import { cx } from '@amber/ui/cx';
import { useEffect, useRef } from 'react';
import type { Suggestion } from './suggest.ts';
import { optionId } from './useCompletion.ts';
import styles from './Suggestions.module.css';

interface SuggestionsProps {
  id: string;
  label: string;
  suggestions: readonly Suggestion[];
  /** The index of the suggestion that Enter accepts. */
  active: number;
  onHover(index: number): void;
  onAccept(suggestion: Suggestion): void;
}

/** A listbox; the focus stays in the text box below it. */
export function Suggestions({ id, label, suggestions, active, onHover, onAccept }: SuggestionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} className={styles.list} id={id} role="listbox" aria-label={label}>
      {suggestions.map((suggestion, index) => (
        <div
          key={suggestion.key}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          className={cx(styles.option, index === active && styles.active)}
          onPointerMove={() => index !== active && onHover(index)}
          // The text box keeps the focus, so that the on-screen keyboard of a phone stays open.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onAccept(suggestion)}
        >
          {suggestion.emoji ? (
            <span className={styles.emoji} aria-hidden="true">
              {suggestion.emoji}
            </span>
          ) : (
            <Avatar identifier={suggestion.key} name={suggestion.label} src={suggestion.avatar} size={24} />
          )}
          <span className={styles.label} dir="auto">
            {suggestion.label}
          </span>
        </div>
      ))}
    </div>
  );
}
