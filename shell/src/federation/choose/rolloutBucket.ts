// By which name somebody is among a share of the people: the account, or this browser where nobody has signed in.
import { session$ } from '@amber/client/session';

const visitorKey = 'amber-visitor';
let visitor: string | undefined;

/** A name for this browser where nobody has signed in, so that it gets the same releases every time: random, made once, and told to nobody. */
function visitorId(): string {
  try {
    visitor ??= localStorage.getItem(visitorKey) ?? crypto.randomUUID();
    localStorage.setItem(visitorKey, visitor);
  } catch {
    visitor ??= crypto.randomUUID(); // a browser that keeps nothing draws anew at each start
  }
  return visitor;
}

export const whoIsHere = (): string => session$.value?.identifier ?? visitorId();
