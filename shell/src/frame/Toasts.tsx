// Short notices at the edge of every page.
import { events$ } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { sentenceOf } from '@amber/client/sentenceOf';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { createToasts } from '@amber/ui/createToasts';
import { Toaster } from '@amber/ui/Toaster';
import { useEffect } from 'react';
import { words } from '../words/gen/app.ts';

const toasts = createToasts({ limit: limits.toasts });

/** Shows the toasts of the engine and of the page. */
export function Toasts() {
  useEffect(() => {
    const news = events$.subscribe((event) => {
      if (event.type === 'toast') toasts.show(event);
      if (event.type === 'refused') toasts.show({ tone: 'error', text: sentenceOf(new Fault(event.code)) });
      if (event.type === 'joinAsked')
        toasts.show({
          tone: 'info',
          text: words.joinAsked({ name: event.lastName || words.someone, space: event.spaceName }),
        });
      if (event.type === 'joinAnswered')
        toasts.show(
          event.accepted
            ? { tone: 'success', text: words.joinAccepted({ space: event.spaceName }) }
            : { tone: 'info', text: words.joinDeclined({ space: event.spaceName }) },
        );
      if (event.type === 'campaignNews') {
        const { kind, campaignId: id, title, reward } = event;
        const to = paths.campaign({ id });
        // Its own page shows it.
        if (location.pathname === `${limits.basePath}${to}`) return;
        toasts.show({
          tone: kind === 'won' ? 'success' : 'info',
          lasting: kind === 'won',
          text: kind === 'won' ? words.campaignWon({ reward, title }) : words.campaignReady({ title }),
          link: { to, label: words.campaignOpen[kind] },
        });
      }
    });
    return () => news.unsubscribe();
  }, []);
  return <Toaster toasts={toasts} />;
}
