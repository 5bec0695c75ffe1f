// Short notices at the edge of every page.
import { events$ } from '@amber/client/engine';
import { limits } from '@amber/proto/limits';
import { createToasts, Toaster } from '@amber/ui/Toaster';
import { useEffect } from 'react';

const toasts = createToasts();

/** Shows what the engine and the page have to say. */
export function Toasts() {
  useEffect(() => {
    const news = events$.subscribe((event) => event.type === 'toast' && toasts.show(event));
    return () => news.unsubscribe();
  }, []);
  return <Toaster toasts={toasts} limit={limits.toasts} />;
}
