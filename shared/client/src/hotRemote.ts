// A remote that somebody is working on: each change takes the place of what is shown, and the page stays.
import { createElement, useSyncExternalStore } from 'react';
// The build gives this name to the remote's own src/remote.tsx.
import underWork from 'remote-under-work';
import type { Remote } from './remote.ts';

/** Where the development server tells that it has built again. */
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

// The compiler knows these calls by their full names.
import.meta.webpackHot.accept('remote-under-work', () => {
  current = underWork;
  for (const changed of listeners) changed();
});
new EventSource(buildEventsUrl).addEventListener('message', () => {
  // A change that cannot be applied in place, such as one of a shared module, needs a reload.
  import.meta.webpackHot.check(true).catch(() => location.reload());
});

export default { ...underWork, Routes };
