// The search in one chat: a field, the results below it, and keyboard navigation through them.
import type { Person } from '@amber/conversation/person';
import { formatShort } from '@amber/conversation/format';
import { useToday } from '@amber/conversation/useToday';
import { IconButton } from '@amber/ui/IconButton';
import { ChevronIcon, CloseIcon } from '@amber/ui/icons';
import { SearchField } from '@amber/ui/SearchField';
import { useLayer } from '@amber/ui/useLayer';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { words } from '../words/gen/screen.ts';
import { words as findInChatWords } from '../words/gen/findInChat.ts';
import { Excerpt } from './Excerpt.tsx';
import { useMessageSearch } from './useMessageSearch.ts';
import styles from './search.module.css';

interface FindInChatProps {
  conversationId: string;
  me: string;
  people: ReadonlyMap<string, Person>;
  onJump(id: string): void;
  onClose(): void;
}

/** Enter and ↓ go to the older result, Shift+Enter and ↑ to the newer one, Escape closes the search. */
export function FindInChat({ conversationId, me, people, onJump, onClose }: FindInChatProps) {
  const [typed, setTyped] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [selection, setSelection] = useState({ typed: '', at: -1 });
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const today = useToday();
  const found = useMessageSearch(typed, conversationId, attempt);
  const hits = found.status === 'ready' ? found.hits : [];
  const at = selection.typed === typed ? Math.min(selection.at, hits.length - 1) : -1;
  useEffect(() => field.current?.focus(), []);

  const goTo = (next: number) => {
    if (hits.length === 0) return;
    const index = (next + hits.length) % hits.length;
    setSelection({ typed, at: index });
    onJump(hits[index]!.id);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  };
  const keys: Record<string, (event: KeyboardEvent) => void> = {
    Enter: ({ shiftKey }) => goTo(at + (shiftKey ? -1 : 1)),
    ArrowDown: () => goTo(at + 1),
    ArrowUp: () => goTo(at < 0 ? -1 : at - 1),
    Escape: onClose, // even if the field is not empty
  };
  const layer = useLayer<HTMLDivElement>(onClose);
  const handleKeyDown = (event: KeyboardEvent) => {
    // Enter on a focused result is handled by its button.
    if (!keys[event.key] || event.nativeEvent.isComposing || (event.key === 'Enter' && event.target !== field.current))
      return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]!(event);
  };

  return (
    <div {...layer} className={styles.bar} role="search" aria-label={words.searchHere} onKeyDownCapture={handleKeyDown}>
      <div className={styles.line}>
        <SearchField ref={field} label={words.searchHere} value={typed} onChange={setTyped} />
        <span className={styles.place} role="status">
          {found.status === 'ready' &&
            (at < 0
              ? findInChatWords.foundIn({ count: hits.length })
              : findInChatWords.place({ at: at + 1, count: hits.length }))}
        </span>
        <IconButton
          className={styles.up}
          label={findInChatWords.previousHit}
          Icon={ChevronIcon}
          disabled={hits.length === 0}
          onClick={() => goTo(at - 1)}
        />
        <IconButton
          className={styles.down}
          label={findInChatWords.nextHit}
          Icon={ChevronIcon}
          disabled={hits.length === 0}
          onClick={() => goTo(at + 1)}
        />
        <IconButton label={findInChatWords.closeSearch} Icon={CloseIcon} onClick={onClose} />
      </div>
      <QueryStatus request={found} refetch={() => setAttempt(attempt + 1)} rows={2} />
      {found.status === 'ready' && hits.length === 0 && <p className={styles.none}>{findInChatWords.nothingFound}</p>}
      {hits.length > 0 && (
        <ul ref={list} className={styles.hits}>
          {hits.map((hit, index) => (
            <li key={hit.id}>
              <button
                type="button"
                className={styles.hit}
                aria-current={index === at || undefined}
                onClick={() => goTo(index)}
              >
                <span className={styles.who}>
                  <span dir="auto">
                    {hit.sender === me
                      ? words.me
                      : hit.sender
                        ? (people.get(hit.sender)?.name ?? words.someone)
                        : words.anonymous}
                  </span>
                  <time dateTime={new Date(hit.at).toISOString()}>{formatShort(hit.at, today)}</time>
                </span>
                <Excerpt hit={hit} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
