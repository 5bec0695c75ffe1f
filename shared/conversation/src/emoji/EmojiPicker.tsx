// The emoji picker: all emoji by category, or a search by name.
import { SearchField } from '@amber/ui/SearchField';
import { type KeyboardEvent, useRef, useState } from 'react';
import { words } from '../words/gen/conversation.ts';
import {
  saveSkinTone,
  loadSkinTone,
  applySkinTone,
  addRecentEmoji,
  loadRecentEmoji,
  skinTones,
} from './emojiPreferences.ts';
import { nextGridIndex } from './nextGridIndex.ts';
import { emojiCategories, emojiName, searchEmoji } from './searchEmoji.ts';
import styles from './emoji.module.css';

const columns = 8;
const maxResults = 96;

/** A search field above a grid that the arrow keys navigate. Enter in the field picks the first result. */
export function EmojiPicker({ onPick }: { onPick(emoji: string): void }) {
  const [query, setQuery] = useState('');
  const [tone, setTone] = useState(loadSkinTone);
  // The recent emoji are a snapshot, because they must not change positions under the pointer while the popover is
  // open.
  const [recent] = useState(() =>
    loadRecentEmoji().map((emoji) => ({ emoji, name: emojiName(emoji), shortcodes: [] as string[] })),
  );
  const input = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const categories = emojiCategories.map(({ id, emoji }) => ({ title: words.emojiGroups[id], emoji }));
  const all = recent.length > 0 ? [{ title: words.recentEmoji, emoji: recent }, ...categories] : categories;
  const sections = query.trim() ? [{ title: words.found, emoji: searchEmoji(query, maxResults) }] : all;
  const pick = (emoji: string) => {
    addRecentEmoji(emoji);
    onPick(emoji);
  };
  const nextTone = () => {
    const next = skinTones[(skinTones.indexOf(tone) + 1) % skinTones.length]!;
    saveSkinTone(next);
    setTone(next);
  };
  const isEmpty = sections[0]!.emoji.length === 0;

  const handleKeyDown = (event: KeyboardEvent) => {
    const buttons = [...grid.current!.querySelectorAll('button')];
    const focusedIndex = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.target === input.current) {
      if (event.key === 'Enter' && query.trim() && sections[0]!.emoji[0]) {
        event.preventDefault();
        pick(applySkinTone(sections[0]!.emoji[0].emoji, tone));
      }
      if (event.key === 'ArrowDown') {
        event.preventDefault();
        buttons[0]?.focus();
      }
      return;
    }
    const next =
      focusedIndex < 0
        ? null
        : nextGridIndex(
            event.key,
            focusedIndex,
            sections.map(({ emoji }) => emoji.length),
            columns,
          );
    if (next === null) return;
    event.preventDefault();
    (next < 0 ? input.current : buttons[next])?.focus();
  };

  return (
    <div className={styles.picker} onKeyDown={handleKeyDown}>
      <div className={styles.top}>
        <SearchField ref={input} label={words.findEmoji} value={query} onChange={setQuery} />
        <button
          type="button"
          className={styles.kind}
          aria-label={words.skinTones[skinTones.indexOf(tone)]}
          title={words.skinTones[skinTones.indexOf(tone)]}
          onClick={nextTone}
        >
          {applySkinTone('✋', tone)}
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
        {sections.map(
          ({ title, emoji }, part) =>
            emoji.length > 0 && (
              <section key={title} className={styles.part} aria-label={title}>
                <p className={styles.title} aria-hidden="true">
                  {title}
                </p>
                <div className={styles.cells}>
                  {emoji.map((one, index) => {
                    const shown = applySkinTone(one.emoji, tone);
                    return (
                      <button
                        key={one.emoji}
                        type="button"
                        className={styles.emoji}
                        aria-label={one.name}
                        title={one.shortcodes[0] ? `:${one.shortcodes[0]}:` : one.name}
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
