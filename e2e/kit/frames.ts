// Scrolls a list frame by frame, in the page, and measures each frame's work, blank space and movement.

export interface Frame {
  /** Milliseconds of main-thread work from the frame's start until it had been drawn. */
  work: number;
  /** The tallest stretch of the list, in pixels, that was drawn without a row. */
  blank: number;
  /** Pixels by which the row being read has moved beyond the scrolling itself. */
  moved: number;
  /** Pixels by which the list has grown. */
  grown: number;
}

export interface ScrollOptions {
  frames: number;
  /** Pixels per frame, upwards; 0 does not scroll. */
  step: number;
  /** Also measures blank space and movement, at a cost. */
  look: boolean;
  /** A selector of the scroll container; the default is the first log of the page. */
  list?: string;
}

/**
 * Scrolls a list of the page. A frame's work ends with a message to itself, posted when the frame begins: the message
 * arrives after style, layout and paint, and needs no GPU.
 */
export async function scrollFrames({ frames, step, look, list = '[role=log]' }: ScrollOptions): Promise<Frame[]> {
  const log = document.querySelector<HTMLElement>(list)!;
  const afterPaint = () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    });
  const articles = () =>
    [...log.querySelectorAll<HTMLElement>('article')].filter((one) => getComputedStyle(one).visibility === 'visible');

  /** The list library places each row absolutely. */
  const rowOf = (article: HTMLElement): HTMLElement => {
    let row = article;
    while (row.parentElement && row.style.position !== 'absolute') row = row.parentElement;
    return row;
  };
  const tallestBlank = () => {
    const { top, bottom } = log.getBoundingClientRect();
    const boxes = articles()
      .map((one) => rowOf(one).getBoundingClientRect())
      .filter((box) => box.bottom > top && box.top < bottom)
      .sort((one, other) => one.top - other.top);
    let covered = top;
    let tallest = 0;
    for (const box of boxes) {
      tallest = Math.max(tallest, box.top - covered);
      covered = Math.max(covered, box.bottom);
    }
    return Math.max(tallest, bottom - covered);
  };
  /** The row being read: the first one that is completely in view. */
  const firstVisibleRow = () => {
    const { top } = log.getBoundingClientRect();
    return articles()
      .map(rowOf)
      .find((row) => row.getBoundingClientRect().top >= top);
  };

  const measured: Frame[] = [];
  for (let index = 0; index < frames; index += 1) {
    const row = look ? firstVisibleRow() : undefined;
    const before = {
      top: row?.getBoundingClientRect().top ?? 0,
      offset: log.scrollTop,
      height: look ? log.scrollHeight : 0,
    };
    const start = await new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now())));
    const scrolledBy = Math.min(step, log.scrollTop);
    if (scrolledBy > 0) log.scrollTop -= scrolledBy;
    await afterPaint();
    const work = performance.now() - start;
    measured.push({
      work,
      blank: look ? tallestBlank() : 0,
      moved: row?.isConnected ? Math.abs(row.getBoundingClientRect().top - before.top - scrolledBy) : 0,
      grown: look ? log.scrollHeight - before.height : 0,
    });
  }
  return measured;
}

/** The ids of messages in the document that are at least this many pixels above the viewport; the nearest is last. */
export function idsAboveViewport(distance: number): string[] {
  const log = document.querySelector<HTMLElement>('[role=log]')!;
  const { top } = log.getBoundingClientRect();
  return [...log.querySelectorAll<HTMLElement>('article[data-message]')]
    .filter((one) => one.getBoundingClientRect().bottom < top - distance)
    .map((one) => one.dataset['message']!);
}
