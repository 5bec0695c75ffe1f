// Shows how much is unread where it is seen while this page is not: in the title, the tab's icon and the app's badge.
import { strings } from '../../strings.ts';

const icons = { none: '/chat/favicon.svg', some: '/chat/faviconUnread.svg' } as const;

/** Shows a count; 0 takes it away. */
export function showUnread(count: number): void {
  document.title = strings.titleWith(count);
  document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute('href', count > 0 ? icons.some : icons.none);
  // Where there is no badge to set, or the page is not installed, the title and the icon have said it.
  navigator.setAppBadge?.(count)?.catch(() => {});
}
