// A bar that names the releases which this browser tests, with a button to leave the test.
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { lazyWithRetry } from './lazyWithRetry.tsx';
import { useFederation } from '../federation/show/useFederation.ts';

const TestingBar = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "bars" */ './TestingBar.tsx')).TestingBar,
);

/** Renders nothing while nothing is tested. */
export function TestingNotice() {
  const { tested$ } = useFederation();
  const tested = useBehaviorSubject(tested$);
  return Object.keys(tested).length > 0 && <TestingBar />;
}
