// A remote under development: each change replaces the rendered remote without a reload.
import { createElement, useSyncExternalStore } from 'react';
// The build resolves this name to the remote's own src/remote.tsx.
import underWork from 'remote-under-work';
import type { Remote } from './remote.ts';

/** The development server's stream of finished builds. */
const buildEventsUrl = '/chat/__dev/builds';

let current: Remote = underWork;
const listeners = new Set<() => void>();

function subscribe(onChange: () => void) {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

const currentRoutes = () => current.Routes;

function Routes() {
  const CurrentRoutes = useSyncExternalStore(subscribe, currentRoutes, currentRoutes);
  return createElement(CurrentRoutes);
}

// The compiler recognises these calls only by their full names.
import.meta.webpackHot.accept('remote-under-work', () => {
  current = underWork;
  for (const changed of listeners) changed();
});
new EventSource(buildEventsUrl).addEventListener('message', () => {
  // A change that cannot be applied in place, such as one of a shared module, needs a reload.
  import.meta.webpackHot.check(true).catch(() => location.reload());
});

export default { ...underWork, Routes };
