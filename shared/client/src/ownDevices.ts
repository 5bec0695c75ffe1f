// The state of the account's own devices, for pages.
// This import uses the package name, so a remote gets the host's instance; a relative import would bundle a second
// copy.
import { engineState$ } from '@amber/client/engine';
import { BehaviorSubject, distinctUntilChanged, map } from 'rxjs';
import type { OwnDevices } from './bus.ts';
import { useBehaviorSubject } from './useBehaviorSubject.ts';

const devices$ = new BehaviorSubject<OwnDevices | null>(null);
engineState$
  .pipe(
    map((state) => state?.devices ?? null),
    distinctUntilChanged((one, other) => JSON.stringify(one) === JSON.stringify(other)),
  )
  .subscribe(devices$);

/** Returns the account's devices, and rerenders when they change; null until the engine has reported them. */
export const useOwnDevices = (): OwnDevices | null => useBehaviorSubject(devices$);

/** Formats a device's code in groups of five digits, the same on both devices. */
export const formatDeviceCode = (code: string): string => code.match(/.{1,5}/g)?.join(' ') ?? '';
