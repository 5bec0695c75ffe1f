// The toast of a campaign's event: a prize was drawn, or can be claimed.
import type { ToastEvent, EventToast } from '@amber/client/remote';
import { paths } from '@amber/client/paths';
import { limits } from '@amber/proto/limits';
import { words } from './words/gen/news.ts';

/** Returns null on the campaign's own page, which shows the event. */
export function campaignToast(event: ToastEvent<'campaignNews'>): EventToast | null {
  const { kind, campaignId: id, title, reward } = event;
  const to = paths.campaign({ id });
  if (location.pathname === `${limits.basePath}${to}`) return null;
  return kind === 'won'
    ? { tone: 'success', lasting: true, text: words.won({ reward, title }), link: { to, label: words.open.won } }
    : { tone: 'info', text: words.ready({ title }), link: { to, label: words.open.ready } };
}
