// Appearance settings of this device: stored here only, and applied before the first paint.

export interface Look {
  /** Pixels of a message's text. */
  textSize: number;
  /** Follows the system, or always reduced. */
  motion: 'system' | 'reduced';
}

export const textSizes = { min: 13, max: 20, usual: 15 } as const;

const key = 'amber-look';

/** The stored look; defaults for what is missing or invalid. */
export function rememberedLook(): Look {
  let kept: Partial<Look> = {};
  try {
    kept = (JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Look> | null) ?? {};
  } catch {
    // Storage is unavailable or holds something else.
  }
  const size = Math.round(Number(kept.textSize));
  return {
    textSize: size >= textSizes.min && size <= textSizes.max ? size : textSizes.usual,
    motion: kept.motion === 'reduced' ? 'reduced' : 'system',
  };
}

/** Applies a look to this page. */
export function applyLook({ textSize, motion }: Look): void {
  const { style, dataset } = document.documentElement;
  style.setProperty('--message-size', `${textSize}px`);
  dataset['motion'] = motion;
}

/** Applies and stores a look. */
export function changeLook(look: Look): void {
  applyLook(look);
  try {
    localStorage.setItem(key, JSON.stringify(look));
  } catch {
    // It lasts until the page is closed.
  }
}

/** Follows changes made in other tabs. */
export function followLook(): void {
  applyLook(rememberedLook());
  addEventListener('storage', (event) => event.key === key && applyLook(rememberedLook()));
}
