// Loads the code of calls with the first of them.

const firstUse = Promise.withResolvers<void>();

/** In the chunk of the other bars: see Host.tsx. */
export const loadCalls = () => {
  firstUse.resolve();
  return import(/* webpackChunkName: "bars" */ './calls.ts');
};

/** Returns the component that shows a call. Nothing is loaded before there is one. */
export const loadCallView = async () => {
  await firstUse.promise;
  return (await loadCalls()).CallView;
};
