// Short notices at the edge of every page.
import { events$ } from '@amber/client/engine';
import { limits } from '@amber/proto/limits';
import { createToasts } from '@amber/ui/createToasts';
import { Toaster } from '@amber/ui/Toaster';
import { useEffect } from 'react';

const toasts = createToasts({ limit: limits.toasts });

/** Shows what the engine and the page have to say. */
export function Toasts() {
  useEffect(() => {
    const news = events$.subscribe((event) => event.type === 'toast' && toasts.show(event));
    return () => news.unsubscribe();
  }, []);
  return <Toaster toasts={toasts} />;
}
