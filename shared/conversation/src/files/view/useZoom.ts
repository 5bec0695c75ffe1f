// Enlarges and moves a picture with wheel, fingers and mouse.
import { onward } from '@amber/ui/direction';
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { moved, type Point, wholePicture, zoomed } from './zoom.ts';

/** Pixels across that turn to the next picture. */
const swipeFrom = 60;
/** Of one notch of a wheel, about a tenth. */
const perWheelPixel = 0.0015;

const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

const spreadOf = ([one, other]: readonly Point[]): number =>
  one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;

/** The zoom, the ways to change it, and the handlers of the frame. `onSwipe` is called with -1 or 1 where there is nothing to move. */
export function useZoom(frame: RefObject<HTMLElement | null>, onSwipe: (by: -1 | 1) => void) {
  const [zoom, setZoom] = useState(wholePicture);
  const [held, setHeld] = useState(false);
  const fingers = useRef(new Map<number, Point>());
  const began = useRef({ x: 0, fingers: 0 });

  /** From the middle of the frame. */
  const place = ({ x, y }: Point): Point => {
    const { left, top, width, height } = frame.current!.getBoundingClientRect();
    return { x: x - left - width / 2, y: y - top - height / 2 };
  };
  const size = () => frame.current!.getBoundingClientRect();
  const zoomBy = (by: number, at: Point = { x: 0, y: 0 }) => setZoom((now) => zoomed(now, by, at, size()));

  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault(); // with Ctrl the browser would enlarge the page
    zoomBy(
      Math.exp(-event.deltaY * (event.ctrlKey ? 8 : 1) * perWheelPixel),
      place({ x: event.clientX, y: event.clientY }),
    );
  });
  useEffect(() => {
    const element = frame.current!;
    const turn = (event: WheelEvent) => wheel(event);
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [frame]);

  const lift = ({ pointerId, clientX, type }: PointerEvent) => {
    if (!fingers.current.delete(pointerId) || fingers.current.size > 0) return;
    setHeld(false);
    const across = (clientX - began.current.x) * onward();
    if (type === 'pointerup' && began.current.fingers === 1 && zoom.scale === 1 && Math.abs(across) >= swipeFrom)
      onSwipe(across > 0 ? -1 : 1);
  };
  return {
    zoom,
    held,
    zoomBy,
    reset: () => setZoom(wholePicture),
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        began.current = { x: event.clientX, fingers: fingers.current.size };
        setHeld(true);
      },
      onPointerMove({ pointerId, clientX: x, clientY: y }: PointerEvent) {
        if (!fingers.current.has(pointerId)) return;
        const before = [...fingers.current.values()];
        fingers.current.set(pointerId, { x, y });
        const now = [...fingers.current.values()];
        const [from, to] = [middleOf(before), middleOf(now)];
        const by = now.length > 1 ? spreadOf(now) / spreadOf(before) : 1;
        setZoom((zoomNow) =>
          moved(zoomed(zoomNow, by, place(from), size()), { x: to.x - from.x, y: to.y - from.y }, size()),
        );
      },
      onPointerUp: lift,
      onPointerCancel: lift,
      onDoubleClick: ({ clientX: x, clientY: y }: { clientX: number; clientY: number }) =>
        zoom.scale > 1 ? setZoom(wholePicture) : zoomBy(2.5, place({ x, y })),
    },
  };
}
