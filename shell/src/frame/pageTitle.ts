// The page's title: the unread count, the open item and the product's name.
import { useEffect } from 'react';
import { isolate, number } from '@amber/words';
import { BehaviorSubject } from 'rxjs';
import { words } from '../words/gen/app.ts';

interface TitleParts {
  unread: number;
  /** Names, innermost first: a room, then its space. */
  open: readonly string[];
}

/** Returns a title such as '(3) Alice – Amber'. */
export const titleOf = ({ unread, open }: TitleParts): string =>
  `${unread > 0 ? `(${number(unread)}) ` : ''}${[...open.map(isolate), words.app].join(' – ')}`;

const current: TitleParts = { unread: 0, open: [] };

/** The count in the title. */
export const unread$ = new BehaviorSubject(0);

/** Updates the title with this change. */
export function changeTitle(change: Partial<TitleParts>): void {
  document.title = titleOf(Object.assign(current, change));
  unread$.next(current.unread);
}

/**
 * Sets the open item's names while the screen is mounted. Unknown names are omitted; without any, other components set
 * the title.
 */
export function useTitle(...open: readonly (string | undefined)[]): void {
  const names = open.filter((name) => name !== undefined && name !== '').join('\n');
  useEffect(() => {
    if (!names) return;
    changeTitle({ open: names.split('\n') });
    return () => changeTitle({ open: [] });
  }, [names]);
}
