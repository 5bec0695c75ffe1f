// The state of the account's own devices, for pages.
// This import uses the package name, so a remote gets the host's instance; a relative import would bundle a second
// copy.
import { engineState$ } from '@amber/client/engine';
import { useSyncExternalStore } from 'react';
import { BehaviorSubject, distinctUntilChanged, map } from 'rxjs';
import type { OwnDevices } from './bus.ts';

const devices$ = new BehaviorSubject<OwnDevices | null>(null);
engineState$
  .pipe(
    map((state) => state?.devices ?? null),
    distinctUntilChanged((one, other) => JSON.stringify(one) === JSON.stringify(other)),
  )
  .subscribe(devices$);

const subscribe = (changed: () => void) => {
  const subscription = devices$.subscribe(changed);
  return () => subscription.unsubscribe();
};

const current = () => devices$.value;

/** Returns the account's devices, and rerenders when they change; null until the engine has reported them. */
export const useOwnDevices = (): OwnDevices | null => useSyncExternalStore(subscribe, current, current);

/** Formats a device's code in groups of five digits, the same on both devices. */
export const formatDeviceCode = (code: string): string => code.match(/.{1,5}/g)?.join(' ') ?? '';
