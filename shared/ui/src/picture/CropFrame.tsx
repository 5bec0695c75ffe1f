// The crop frame: the picture is moved and zoomed under it by pointer, wheel, pinch or keys.
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { cx } from '../cx.ts';
import { IconButton } from '../form/IconButton.tsx';
import { ZoomInIcon, ZoomOutIcon } from '../icons/fileIcons.tsx';
import { words } from '../words/gen/picture.ts';
import { draw, panView, type Point, scaleOf, rotateView, type CropView, zoomView, zoomMax } from './crop.ts';
import { frameSize, type Shape } from './cropPicture.ts';
import { TurnLeftIcon, TurnRightIcon } from './pictureIcons.tsx';
import styles from './Picture.module.css';

interface CropFrameProps {
  picture: ImageBitmap;
  shape: Shape;
  view: CropView;
  onViewChange(view: CropView): void;
}

/** Pixels around the frame that stay visible, dimmed. */
const margin = 24;
const step = 12;
const zoomStep = 1.15;

const arrows: Record<string, Point> = {
  ArrowLeft: { x: -step, y: 0 }, // physical: a picture is not mirrored
  ArrowRight: { x: step, y: 0 }, // physical: a picture is not mirrored
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};
const zooms: Record<string, number> = { '+': zoomStep, '=': zoomStep, '-': 1 / zoomStep };

export function CropFrame({ picture, shape, view, onViewChange }: CropFrameProps) {
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointers = useRef(new Map<number, Point>());
  const [width, setWidth] = useState(0);
  const hint = useId();
  const frame = frameSize(Math.max(width - 2 * margin, 1), shape);

  useLayoutEffect(() => {
    const element = stage.current!;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const target = canvas.current!;
    if (width === 0) return;
    const ratio = devicePixelRatio;
    target.width = Math.round(width * ratio);
    target.height = Math.round((frame.height + 2 * margin) * ratio);
    draw(target.getContext('2d')!, picture, view, scaleOf(picture, frame, view) * ratio);
  });

  const middle = (): Point => {
    const box = stage.current!.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const zoomTo = (zoom: number, at?: Point) => onViewChange(zoomView(picture, frame, view, zoom, at));

  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const { x, y } = middle();
    zoomTo(view.zoom * Math.exp(-event.deltaY / 400), { x: event.clientX - x, y: event.clientY - y });
  });
  useEffect(() => {
    const element = stage.current!;
    const listen = (event: WheelEvent) => wheel(event);
    // React registers wheel listeners as passive; only a native listener can prevent the page from scrolling.
    element.addEventListener('wheel', listen, { passive: false });
    return () => element.removeEventListener('wheel', listen);
  }, []);

  const down = (event: PointerEvent) => {
    stage.current!.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const up = (event: PointerEvent) => pointers.current.delete(event.pointerId);
  const move = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    pointers.current.set(event.pointerId, now);
    const by = { x: now.x - before.x, y: now.y - before.y };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return onViewChange(panView(picture, frame, view, by));
    const distanceToOther = (one: Point) => Math.hypot(one.x - other.x, one.y - other.y) || 1;
    const { x, y } = middle();
    const midpoint = { x: (now.x + other.x) / 2 - x, y: (now.y + other.y) / 2 - y };
    const dragged = panView(picture, frame, view, { x: by.x / 2, y: by.y / 2 });
    onViewChange(
      zoomView(picture, frame, dragged, view.zoom * (distanceToOther(now) / distanceToOther(before)), midpoint),
    );
  };
  const press = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    const factor = zooms[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (!by && !factor)) return;
    event.preventDefault();
    if (by) onViewChange(panView(picture, frame, view, { x: -by.x, y: -by.y }));
    else zoomTo(view.zoom * factor!);
  };

  return (
    <div className={styles.crop}>
      <div
        ref={stage}
        className={styles.stage}
        tabIndex={0}
        role="application"
        aria-label={words.frame}
        aria-describedby={hint}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onKeyDown={press}
      >
        <canvas ref={canvas} className={styles.canvas} style={{ height: frame.height + 2 * margin }} />
        <span
          className={cx(styles.frame, shape === 'round' && styles.round)}
          style={{ inset: `${margin}px` }}
          aria-hidden="true"
        />
      </div>
      <div className={styles.tools}>
        <IconButton
          label={words.turnLeft}
          Icon={TurnLeftIcon}
          onClick={() => onViewChange(rotateView(picture, frame, view, -1))}
        />
        <ZoomOutIcon />
        <input
          className={styles.zoom}
          type="range"
          aria-label={words.zoom}
          min={0}
          max={100}
          value={Math.round((100 * Math.log(view.zoom)) / Math.log(zoomMax))}
          onChange={(event) => zoomTo(zoomMax ** (Number(event.target.value) / 100))}
        />
        <ZoomInIcon />
        <IconButton
          label={words.turnRight}
          Icon={TurnRightIcon}
          onClick={() => onViewChange(rotateView(picture, frame, view, 1))}
        />
      </div>
      <p id={hint} className={styles.hint}>
        {words.frameHint}
      </p>
    </div>
  );
}
