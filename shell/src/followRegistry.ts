// Keeps the registry fresh: on the gateway's push, and when somebody looks at the page.
import { api, events$ } from '@amber/client/engine';
import { filter, fromEvent, map } from 'rxjs';
import { registry } from './federation.ts';

/** Called once, when the page stands. */
export const followRegistry = (): void => registry.follow({
  revision$: events$.pipe(filter((event) => event.type === 'registryChanged'), map(({ revision }) => revision)),
  looked$: fromEvent(window, 'focus'),
  ask: () => api.rollout.registry({}),
});
