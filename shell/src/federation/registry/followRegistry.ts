// Keeps the registry fresh: on the gateway's push, when the connection comes back, and when somebody looks at the page.
import { api, engineState$, events$ } from '@amber/client/engine';
import { pageLanguage } from '@amber/words/languages';
import { distinctUntilChanged, filter, fromEvent, map } from 'rxjs';
import { registry } from '../federation.ts';

/** A push that went out meanwhile has been missed; and a page from the cache may be of any age. */
const connected$ = engineState$.pipe(
  map((state) => state?.connection.status === 'open'),
  distinctUntilChanged(),
  filter(Boolean),
);

/** Called once, when the page stands. */
export const followRegistry = (): void =>
  registry.follow({
    revision$: events$.pipe(
      filter((event) => event.type === 'registryChanged'),
      map(({ revision }) => revision),
    ),
    connected$,
    looked$: fromEvent(window, 'focus'),
    ask: () => api.rollout.pageRegistry({ language: pageLanguage() }),
  });
