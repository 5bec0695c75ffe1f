// The tab's icon with the unread count, drawn as an SVG image.
import type { Observable } from 'rxjs';

/** The mark of `public/favicon.svg` without its inner drop, which the count covers. */
const mark =
  '<path fill="#f8ad2d" d="M20 3a17 17 0 1 1 0 34H6.5A3.5 3.5 0 0 1 3 33.5V20A17 17 0 0 1 20 3z"/>' +
  '<path fill="#ffd27a" d="M20 7.5A12.5 12.5 0 0 0 7.5 20c0 1.7 2.6 1.9 3 .2A9.6 9.6 0 0 1 20.2 10.5c1.8-.3 1.6-3-.2-3z"/>';

/** The widths of the pill and of its text by the number of characters; '99+' takes the whole width of the icon. */
const widths = [
  { pill: 26, text: 14 },
  { pill: 34, text: 27 },
  { pill: 40, text: 36 },
] as const;

/** Returns the address of an icon whose count is readable at 16 px; more than 99 is '99+', 0 the plain icon. */
export function tabIcon(count: number): string {
  if (count === 0) return '/chat/favicon.svg';
  const text = count > 99 ? '99+' : String(count);
  const width = widths[text.length - 1]!;
  const pill = `<rect x="${40 - width.pill}" y="14" width="${width.pill}" height="26" rx="9" fill="#c62f25"/>`;
  const digits =
    `<text x="${40 - width.pill / 2}" y="36" fill="#fff" font-family="Arial,Helvetica,sans-serif" font-size="26" ` +
    `font-weight="700" text-anchor="middle" textLength="${width.text}" lengthAdjust="spacingAndGlyphs">${text}</text>`;
  const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${mark}${pill}${digits}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(image)}`;
}

/** Shows the counts in the tab's icon. Returns a function that shows the plain icon again. */
export function followUnread(unread$: Observable<number>): () => void {
  const show = (count: number) => document.querySelector('link[rel="icon"]')?.setAttribute('href', tabIcon(count));
  const subscription = unread$.subscribe(show);
  return () => {
    subscription.unsubscribe();
    show(0);
  };
}
