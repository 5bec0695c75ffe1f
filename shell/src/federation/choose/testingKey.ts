// Where this browser stores the releases that it tests, and whether there are any.

export const testingKey = 'amber-testing';

/** For the page's start, before the code that reads them. `storage` throws in a browser that blocks it. */
export function isTesting(storage: () => Pick<Storage, 'getItem'>): boolean {
  try {
    return (storage().getItem(testingKey) ?? '{}') !== '{}';
  } catch {
    return false;
  }
}
