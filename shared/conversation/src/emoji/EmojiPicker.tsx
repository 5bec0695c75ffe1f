// Every emoji, by kind or by name.
import { SearchField } from '@amber/ui/SearchField';
import { type KeyboardEvent, useRef, useState } from 'react';
import { strings } from '../strings.ts';
import { gridStep } from './gridStep.ts';
import { emojiCategories, searchEmoji } from './searchEmoji.ts';
import styles from './emoji.module.css';

const columns = 8;
const foundMost = 96;

/** A search field above a grid that the arrow keys move through. Enter in the field takes the first one. */
export function EmojiPicker({ onPick }: { onPick(emoji: string): void }) {
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const parts = query.trim() ? [{ title: strings.found, emoji: searchEmoji(query, foundMost) }] : emojiCategories;
  const isEmpty = parts[0]!.emoji.length === 0;

  const press = (event: KeyboardEvent) => {
    const buttons = [...grid.current!.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.target === field.current) {
      if (event.key === 'Enter' && query.trim() && parts[0]!.emoji[0]) {
        event.preventDefault();
        onPick(parts[0]!.emoji[0].emoji);
      }
      if (event.key === 'ArrowDown') {
        event.preventDefault();
        buttons[0]?.focus();
      }
      return;
    }
    const next = at < 0 ? null : gridStep(event.key, at, parts.map(({ emoji }) => emoji.length), columns);
    if (next === null) return;
    event.preventDefault();
    (next < 0 ? field.current : buttons[next])?.focus();
  };

  return (
    <div className={styles.picker} onKeyDown={press}>
      <SearchField ref={field} label={strings.findEmoji} clearLabel={strings.clearSearch} value={query} onChange={setQuery} />
      {!query.trim() && (
        <div className={styles.kinds}>
          {emojiCategories.map(({ title, emoji }, index) => (
            <button
              key={title} type="button" className={styles.kind} aria-label={title} title={title}
              onClick={() => grid.current!.children[index]?.scrollIntoView({ block: 'start' })}
            >
              {emoji[0]!.emoji}
            </button>
          ))}
        </div>
      )}
      <div ref={grid} className={styles.grid}>
        {isEmpty && <p className={styles.none} role="status">{strings.noEmoji}</p>}
        {parts.map(({ title, emoji }, part) => emoji.length > 0 && (
          <section key={title} className={styles.part} aria-label={title}>
            <p className={styles.title} aria-hidden="true">{title}</p>
            <div className={styles.cells}>
              {emoji.map((one, index) => (
                <button
                  key={one.emoji} type="button" className={styles.emoji} aria-label={one.name} title={`:${one.codes[0]}:`}
                  tabIndex={part === 0 && index === 0 ? 0 : -1} onClick={() => onPick(one.emoji)}
                >
                  {one.emoji}
                </button>
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}
