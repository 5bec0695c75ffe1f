// The grid of the emoji picker: the rows in view of about 1,900 emoji, and the arrow keys between all of them.
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { VList, type VListHandle } from 'virtua';
import { applySkinTone, type SkinTone } from './emojiPreferences.ts';
import { type GridRow, gridRows, type GridSection, rowOfItem } from './gridRows.ts';
import { nextGridIndex } from './nextGridIndex.ts';
import type { Emoji } from './searchEmoji.ts';
import styles from './emoji.module.css';

const columns = 8;
/** The height of a row of cells in pixels; that of a title is measured. */
const rowHeight = 40;

export interface EmojiGridHandle {
  /** Moves the focus to the first emoji. */
  focusFirst(): void;
  /** Scrolls to the title of the section with this index. */
  showSection(index: number): void;
}

interface EmojiGridProps {
  ref: Ref<EmojiGridHandle>;
  /** All of them have emoji. */
  sections: readonly GridSection<Emoji>[];
  skinTone: SkinTone;
  onPick(emoji: string): void;
  /** The arrow key led above the first row. */
  onLeaveTop(): void;
}

/** Tab reaches one emoji of the grid: the one that had the focus last. */
export function EmojiGrid({ ref, sections, skinTone, onPick, onLeaveTop }: EmojiGridProps) {
  const rows = useMemo(() => gridRows(sections, columns), [sections]);
  const [{ active, focusCount }, setState] = useState({ active: 0, focusCount: 0 });
  const grid = useRef<HTMLDivElement>(null);
  const list = useRef<VListHandle>(null);
  const activeRow = rowOfItem(rows, active);

  const focusItem = (index: number) => setState({ active: index, focusCount: focusCount + 1 });

  useEffect(() => {
    if (focusCount === 0) return;
    // The title of a section comes into view with its first row.
    const isFirstOfSection = rows[activeRow - 1]?.kind === 'title';
    list.current?.scrollToIndex(isFirstOfSection ? activeRow - 1 : activeRow, { align: 'nearest' });
    // `keepMounted` has mounted its row, wherever that lies.
    grid.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)?.focus({ preventScroll: true });
  }, [focusCount, active, activeRow, rows]);

  useImperativeHandle(ref, () => ({
    focusFirst: () => focusItem(0),
    showSection(index) {
      const row = rows.findIndex(({ kind, title }) => kind === 'title' && title === sections[index]?.title);
      list.current?.scrollToIndex(row, { align: 'start' });
    },
  }));

  const handleKeyDown = (event: KeyboardEvent) => {
    const next = nextGridIndex(event.key, active, rows);
    if (next === null) return;
    event.preventDefault();
    if (next < 0) onLeaveTop();
    else focusItem(next);
  };

  const renderCell = ({ emoji, name, shortcodes }: Emoji, index: number) => {
    const shown = applySkinTone(emoji, skinTone);
    return (
      <button
        key={emoji}
        type="button"
        data-index={index}
        className={styles.emoji}
        aria-label={name}
        title={shortcodes[0] ? `:${shortcodes[0]}:` : name}
        tabIndex={index === active ? 0 : -1}
        onFocus={() => index !== active && setState({ active: index, focusCount: 0 })}
        onClick={() => onPick(shown)}
      >
        {shown}
      </button>
    );
  };

  return (
    <div ref={grid} className={styles.grid} onKeyDown={handleKeyDown}>
      <VList
        ref={list}
        data={rows}
        itemSize={rowHeight}
        keepMounted={[activeRow]}
        className={styles.list}
        tabIndex={-1}
      >
        {(row: GridRow<Emoji>) =>
          row.kind === 'title' ? (
            <p key={`title ${row.title}`} className={styles.title} aria-hidden="true">
              {row.title}
            </p>
          ) : (
            <div key={row.from} className={styles.cells} role="group" aria-label={row.title}>
              {row.items.map((item, at) => renderCell(item, row.from + at))}
            </div>
          )
        }
      </VList>
    </div>
  );
}
