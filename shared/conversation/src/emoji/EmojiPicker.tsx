// The emoji picker: all emoji by category, or a search by name.
import { SearchField } from '@amber/ui/SearchField';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { words } from '../words/gen/emoji.ts';
import { EmojiGrid, type EmojiGridHandle } from './EmojiGrid.tsx';
import {
  addRecentEmoji,
  applySkinTone,
  loadRecentEmoji,
  loadSkinTone,
  saveSkinTone,
  skinTones,
} from './emojiPreferences.ts';
import { emojiCategories, emojiName, searchEmoji } from './searchEmoji.ts';
import styles from './emoji.module.css';

const maxResults = 96;

/** A search field above a grid that the arrow keys navigate. Enter in the field picks the first result. */
export function EmojiPicker({ onPick }: { onPick(emoji: string): void }) {
  const [typed, setTyped] = useState('');
  const [tone, setTone] = useState(loadSkinTone);
  const input = useRef<HTMLInputElement>(null);
  const grid = useRef<EmojiGridHandle>(null);
  // The recent emoji are a snapshot, because they must not change positions under the pointer while the popover is
  // open.
  const [all] = useState(() => {
    const recent = loadRecentEmoji().map((emoji) => ({ emoji, name: emojiName(emoji), shortcodes: [], keywords: [] }));
    return [
      { title: words.recentEmoji, items: recent, symbol: '🕘' },
      ...emojiCategories.map(({ id, emoji }) => ({
        title: words.emojiGroups[id],
        items: emoji,
        symbol: emoji[0]?.emoji,
      })),
    ].filter(({ items }) => items.length > 0);
  });
  const query = typed.trim();
  const found = useMemo(() => [{ title: words.found, items: searchEmoji(query, maxResults) }], [query]);
  const first = found[0]!.items[0];
  const pick = (emoji: string) => {
    addRecentEmoji(emoji);
    onPick(emoji);
  };
  const nextTone = () => {
    const next = skinTones[(skinTones.indexOf(tone) + 1) % skinTones.length]!;
    saveSkinTone(next);
    setTone(next);
  };

  const handleFieldKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && first) {
      event.preventDefault();
      pick(applySkinTone(first.emoji, tone));
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      grid.current?.focusFirst();
    }
  };

  return (
    <div className={styles.picker}>
      <div className={styles.top}>
        <div className={styles.field} onKeyDown={handleFieldKeyDown}>
          <SearchField ref={input} label={words.findEmoji} value={typed} onChange={setTyped} />
        </div>
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
      {!query && (
        <div className={styles.kinds}>
          {all.map(({ title, symbol }, index) => (
            <button
              key={title}
              type="button"
              className={styles.kind}
              aria-label={title}
              title={title}
              onClick={() => grid.current?.showSection(index)}
            >
              {symbol}
            </button>
          ))}
        </div>
      )}
      {query && !first ? (
        <div className={styles.grid}>
          <p className={styles.none} role="status">
            {words.noEmoji}
          </p>
        </div>
      ) : (
        <EmojiGrid
          // Another search begins at its first result.
          key={query}
          ref={grid}
          sections={query ? found : all}
          skinTone={tone}
          onPick={pick}
          onLeaveTop={() => input.current?.focus()}
        />
      )}
    </div>
  );
}
