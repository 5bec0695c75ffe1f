// How this device likes the app to look: kept here alone, and applied before anything is painted that it changes.

export interface Look {
  /** Pixels of a message's text. */
  textSize: number;
  /** As the system has it, or always little. */
  motion: 'system' | 'reduced';
}

export const textSizes = { min: 13, max: 20, usual: 15 } as const;

const key = 'amber-look';

/** What is kept; what is not, or makes no sense, is as usual. */
export function rememberedLook(): Look {
  let kept: Partial<Look> = {};
  try {
    kept = (JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Look> | null) ?? {};
  } catch {
    // Storage is closed to us, or what it holds is not ours.
  }
  const size = Math.round(Number(kept.textSize));
  return {
    textSize: size >= textSizes.min && size <= textSizes.max ? size : textSizes.usual,
    motion: kept.motion === 'reduced' ? 'reduced' : 'system',
  };
}

/** Puts a look on this page. */
export function applyLook({ textSize, motion }: Look): void {
  const { style, dataset } = document.documentElement;
  style.setProperty('--message-size', `${textSize}px`);
  dataset['motion'] = motion;
}

/** Keeps a look for this page and the next ones. */
export function changeLook(look: Look): void {
  applyLook(look);
  try {
    localStorage.setItem(key, JSON.stringify(look));
  } catch {
    // It holds until the page is closed.
  }
}

/** What another tab changes is seen here too. */
export function followLook(): void {
  applyLook(rememberedLook());
  addEventListener('storage', (event) => event.key === key && applyLook(rememberedLook()));
}
