import { afterEach, describe, expect, it, vi } from 'vitest';
import { applyAppearance, changeAppearance, storedAppearance } from './appearance.ts';

const page = () => {
  const held = new Map<string, string>();
  const properties = new Map<string, string>();
  const dataset: Record<string, string> = {};
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
  });
  vi.stubGlobal('document', {
    documentElement: { style: { setProperty: (name: string, value: string) => properties.set(name, value) }, dataset },
  });
  return { held, properties, dataset };
};
afterEach(() => vi.unstubAllGlobals());

const usual = { textSize: 15, motion: 'system' };

describe('the look of a device', () => {
  it('is put on the page and kept for the next one', () => {
    const { properties, dataset } = page();
    changeAppearance({ textSize: 20, motion: 'reduced' });
    expect([properties.get('--message-size'), dataset['motion']]).toEqual(['20px', 'reduced']);
    expect(storedAppearance()).toEqual({ textSize: 20, motion: 'reduced' });
  });

  it.each(['', 'null', '{', '[]', '{"textSize":12}', '{"textSize":21}', '{"textSize":"big","motion":"none"}'])(
    'is the usual one where %j is kept',
    (kept) => {
      page().held.set('amber-look', kept);
      expect(storedAppearance()).toEqual(usual);
    },
  );

  it('holds for the page where nothing can be kept', () => {
    const { properties } = page();
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('closed');
      },
      setItem: () => {
        throw new Error('closed');
      },
    });
    expect(storedAppearance()).toEqual(usual);
    changeAppearance({ textSize: 13, motion: 'system' });
    expect(properties.get('--message-size')).toBe('13px');
    applyAppearance(storedAppearance());
    expect(properties.get('--message-size')).toBe('15px');
  });
});
