// What a toast says of a campaign's news: a prize that was drawn, or one to claim.
import type { ToastEvent, EventToast } from '@amber/client/remote';
import { paths } from '@amber/client/paths';
import { limits } from '@amber/proto/limits';
import { words } from './words/gen/news.ts';

/** Null on the campaign's own page, which shows it. */
export function campaignToast(event: ToastEvent<'campaignNews'>): EventToast | null {
  const { kind, campaignId: id, title, reward } = event;
  const to = paths.campaign({ id });
  if (location.pathname === `${limits.basePath}${to}`) return null;
  return kind === 'won'
    ? { tone: 'success', lasting: true, text: words.won({ reward, title }), link: { to, label: words.open.won } }
    : { tone: 'info', text: words.ready({ title }), link: { to, label: words.open.ready } };
}
