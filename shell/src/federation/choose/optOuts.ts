// Which versions the user has gone back from, per account and feature.
import { session$ } from '@amber/client/session';
import { BehaviorSubject } from 'rxjs';
import type { Feature } from '../registry/Feature.ts';

type Left = Partial<Record<Feature, string>>;

const key = (): string => `amber-left:${session$.value?.identifier ?? ''}`;

function remembered(): Left {
  try {
    return JSON.parse(localStorage.getItem(key()) ?? '{}') as Left;
  } catch {
    return {}; // storage is closed to us
  }
}

/** Follows the account and the other tabs. */
export const left$ = new BehaviorSubject<Left>(remembered());
session$.subscribe(() => left$.next(remembered()));
addEventListener('storage', (event) => event.key === key() && left$.next(remembered()));

export const leftVersion = (feature: Feature): string | undefined => left$.value[feature];

/** Leaves a version, or with undefined takes what is offered again. A newer version ends it by itself. */
export function leave(feature: Feature, version: string | undefined): void {
  const { [feature]: _, ...others } = left$.value;
  const left: Left = version === undefined ? others : { ...others, [feature]: version };
  try {
    localStorage.setItem(key(), JSON.stringify(left));
  } catch {
    // It holds until the page is closed.
  }
  left$.next(left);
}
