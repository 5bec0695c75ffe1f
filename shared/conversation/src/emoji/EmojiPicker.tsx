// Every emoji, by kind or by name.
import { SearchField } from '@amber/ui/SearchField';
import { type KeyboardEvent, useRef, useState } from 'react';
import { words } from '../words/gen/conversation.ts';
import { chooseTone, chosenTone, inTone, noteEmoji, recentEmoji, tones } from './emojiChoices.ts';
import { gridStep } from './gridStep.ts';
import { emojiCategories, nameOfEmoji, searchEmoji } from './searchEmoji.ts';
import styles from './emoji.module.css';

const columns = 8;
const foundMost = 96;

/** A search field above a grid that the arrow keys move through. Enter in the field takes the first one. */
export function EmojiPicker({ onPick }: { onPick(emoji: string): void }) {
  const [query, setQuery] = useState('');
  const [tone, setTone] = useState(chosenTone);
  // As they were when the window opened: they must not change places under the pointer.
  const [recent] = useState(() =>
    recentEmoji().map((emoji) => ({ emoji, name: nameOfEmoji(emoji), codes: [] as string[] })),
  );
  const field = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const categories = emojiCategories.map(({ id, emoji }) => ({ title: words.emojiGroups[id], emoji }));
  const all = recent.length > 0 ? [{ title: words.recentEmoji, emoji: recent }, ...categories] : categories;
  const parts = query.trim() ? [{ title: words.found, emoji: searchEmoji(query, foundMost) }] : all;
  const pick = (emoji: string) => {
    noteEmoji(emoji);
    onPick(emoji);
  };
  const nextTone = () => {
    const next = tones[(tones.indexOf(tone) + 1) % tones.length]!;
    chooseTone(next);
    setTone(next);
  };
  const isEmpty = parts[0]!.emoji.length === 0;

  const press = (event: KeyboardEvent) => {
    const buttons = [...grid.current!.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.target === field.current) {
      if (event.key === 'Enter' && query.trim() && parts[0]!.emoji[0]) {
        event.preventDefault();
        pick(inTone(parts[0]!.emoji[0].emoji, tone));
      }
      if (event.key === 'ArrowDown') {
        event.preventDefault();
        buttons[0]?.focus();
      }
      return;
    }
    const next =
      at < 0
        ? null
        : gridStep(
            event.key,
            at,
            parts.map(({ emoji }) => emoji.length),
            columns,
          );
    if (next === null) return;
    event.preventDefault();
    (next < 0 ? field.current : buttons[next])?.focus();
  };

  return (
    <div className={styles.picker} onKeyDown={press}>
      <div className={styles.top}>
        <SearchField
          ref={field}
          label={words.findEmoji}
          clearLabel={words.clearSearch}
          value={query}
          onChange={setQuery}
        />
        <button
          type="button"
          className={styles.kind}
          aria-label={words.skinTones[tones.indexOf(tone)]}
          title={words.skinTones[tones.indexOf(tone)]}
          onClick={nextTone}
        >
          {inTone('✋', tone)}
        </button>
      </div>
      {!query.trim() && (
        <div className={styles.kinds}>
          {all.map(({ title, emoji }, index) => (
            <button
              key={title}
              type="button"
              className={styles.kind}
              aria-label={title}
              title={title}
              onClick={() => grid.current!.children[index]?.scrollIntoView({ block: 'start' })}
            >
              {title === words.recentEmoji ? '🕘' : emoji[0]!.emoji}
            </button>
          ))}
        </div>
      )}
      <div ref={grid} className={styles.grid}>
        {isEmpty && (
          <p className={styles.none} role="status">
            {words.noEmoji}
          </p>
        )}
        {parts.map(
          ({ title, emoji }, part) =>
            emoji.length > 0 && (
              <section key={title} className={styles.part} aria-label={title}>
                <p className={styles.title} aria-hidden="true">
                  {title}
                </p>
                <div className={styles.cells}>
                  {emoji.map((one, index) => {
                    const shown = inTone(one.emoji, tone);
                    return (
                      <button
                        key={one.emoji}
                        type="button"
                        className={styles.emoji}
                        aria-label={one.name}
                        title={one.codes[0] ? `:${one.codes[0]}:` : one.name}
                        tabIndex={part === 0 && index === 0 ? 0 : -1}
                        onClick={() => pick(shown)}
                      >
                        {shown}
                      </button>
                    );
                  })}
                </div>
              </section>
            ),
        )}
      </div>
    </div>
  );
}
