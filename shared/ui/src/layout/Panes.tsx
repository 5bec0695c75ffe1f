// A list next to the selected item: both if there is room, else one of them.
import { type CSSProperties, type ReactNode, useState } from 'react';
import { ListResizer } from './ListResizer.tsx';
import styles from './Panes.module.css';

export const listWidth = { min: 240, max: 360, initial: 300 } as const;

const widthStorageKey = 'amber-list-width';

function readStoredWidth(): number {
  try {
    const width = Number(localStorage.getItem(widthStorageKey));
    return width >= listWidth.min && width <= listWidth.max ? width : listWidth.initial;
  } catch {
    return listWidth.initial; // storage is blocked
  }
}

interface PanesProps {
  list: ReactNode;
  main: ReactNode;
  detail?: ReactNode;
  /** The pane that a narrow screen shows; the URL determines it. */
  activePane: 'list' | 'main';
}

/**
 * Renders two panes from 1024 pixels, and one below. The detail pane is next to them from 1280 pixels, and above them
 * on narrower screens.
 */
export function Panes({ list, main, detail, activePane }: PanesProps) {
  const [width, setWidth] = useState(readStoredWidth);
  const resize = (next: number) => {
    setWidth(next);
    try {
      localStorage.setItem(widthStorageKey, String(next));
    } catch {
      // Without storage the width lasts as long as the page.
    }
  };
  return (
    <div className={styles.panes} data-showing={activePane} style={{ '--list': `${width}px` } as CSSProperties}>
      <div className={styles.list}>{list}</div>
      <ListResizer width={width} onResize={resize} {...listWidth} />
      <div className={styles.main}>{main}</div>
      {detail && (
        <div className={styles.detail} data-detail>
          {detail}
        </div>
      )}
    </div>
  );
}
