import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Appearance, changeAppearance, storedAppearance } from './appearance.ts';

const page = () => {
  const held = new Map<string, string>();
  const events: unknown[] = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
  });
  vi.stubGlobal(
    'StorageEvent',
    class {
      constructor(type: string, init: StorageEventInit) {
        Object.assign(this, { type, ...init });
      }
    },
  );
  vi.stubGlobal('dispatchEvent', (event: object) => events.push({ ...event }));
  return { held, events };
};
afterEach(() => vi.unstubAllGlobals());

const usual: Appearance = { theme: 'dark', textSize: 15, motion: 'system' };
const large: Appearance = { theme: 'light', textSize: 20, motion: 'reduced' };

describe('the look of a device', () => {
  it('is kept for the next page and put on this one, as a change of another tab is', () => {
    const { held, events } = page();
    changeAppearance(large);
    expect(storedAppearance()).toEqual(large);
    expect(events).toEqual([{ type: 'storage', key: 'amber-look', newValue: held.get('amber-look') }]);
  });

  it.each([
    '',
    'null',
    '{',
    '[]',
    '{"textSize":12}',
    '{"textSize":21}',
    '{"textSize":"big","motion":"none","theme":"red"}',
  ])('is the usual one where %j is kept', (kept) => {
    page().held.set('amber-look', kept);
    expect(storedAppearance()).toEqual(usual);
  });

  it('holds for the page where nothing can be kept', () => {
    const { events } = page();
    const throwClosed = () => {
      throw new Error('closed');
    };
    vi.stubGlobal('localStorage', { getItem: throwClosed, setItem: throwClosed });
    changeAppearance(large);
    expect(storedAppearance()).toEqual(usual);
    expect(events).toEqual([{ type: 'storage', key: 'amber-look', newValue: JSON.stringify(large) }]);
  });
});
