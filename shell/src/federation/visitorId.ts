// A name for this browser where nobody has signed in, so that it gets the same releases every time.

const key = 'amber-visitor';
let id: string | undefined;

/** Random, made once, and told to nobody. */
export function visitorId(): string {
  try {
    id ??= localStorage.getItem(key) ?? crypto.randomUUID();
    localStorage.setItem(key, id);
  } catch {
    id ??= crypto.randomUUID(); // a browser that keeps nothing draws anew at each start
  }
  return id;
}
