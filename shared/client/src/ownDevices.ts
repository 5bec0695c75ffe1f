// What a page knows of this person's devices.
// By its door: in a remote this is the host's, a file beside this one would be a copy.
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

/** Null until the engine has said it; renders again when that changes. */
export const useOwnDevices = (): OwnDevices | null => useSyncExternalStore(subscribe, current, current);

/** A device's code in groups of five, as both devices show it. */
export const formatDeviceCode = (code: string): string => code.match(/.{1,5}/g)?.join(' ') ?? '';
