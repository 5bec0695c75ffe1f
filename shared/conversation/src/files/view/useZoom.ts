// Zooms and pans a picture by wheel, touch and mouse.
import { directionSign } from '@amber/ui/direction';
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { panBy, type Point, initialZoom, zoomAt, type ZoomBounds } from './zoom.ts';

/** The horizontal distance in pixels that turns to the next picture. */
const swipeThreshold = 60;
/** The zoom per pixel of wheel delta: about a tenth for one notch. */
const zoomPerWheelPixel = 0.0015;

const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

const distanceOf = ([one, other]: readonly Point[]): number =>
  one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;

/**
 * Returns the zoom, functions to change it, and the event handlers of the frame. `onSwipe` is called with -1 or 1 for a
 * horizontal swipe over a picture that is not zoomed in.
 */
export function useZoom(frame: RefObject<HTMLElement | null>, onSwipe: (by: -1 | 1) => void) {
  const [zoom, setZoom] = useState(initialZoom);
  const [held, setHeld] = useState(false);
  const pointers = useRef(new Map<number, Point>());
  const gestureStart = useRef({ x: 0, pointers: 0 });

  /** Converts client coordinates to coordinates relative to the centre of the frame. */
  const toFramePoint = ({ x, y }: Point): Point => {
    const { left, top, width, height } = frame.current!.getBoundingClientRect();
    return { x: x - left - width / 2, y: y - top - height / 2 };
  };
  const bounds = (): ZoomBounds => {
    const { naturalWidth: width = 0, naturalHeight: height = 0 } = frame.current!.querySelector('img') ?? {};
    return { frame: frame.current!.getBoundingClientRect(), picture: { width, height } };
  };
  const zoomBy = (by: number, at: Point = { x: 0, y: 0 }) => setZoom((now) => zoomAt(now, by, at, bounds()));

  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault(); // with Ctrl, the browser would zoom the page
    zoomBy(
      Math.exp(-event.deltaY * (event.ctrlKey ? 8 : 1) * zoomPerWheelPixel),
      toFramePoint({ x: event.clientX, y: event.clientY }),
    );
  });
  useEffect(() => {
    const element = frame.current!;
    const turn = (event: WheelEvent) => wheel(event);
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [frame]);

  const handlePointerUp = ({ pointerId, clientX, type }: PointerEvent) => {
    if (!pointers.current.delete(pointerId) || pointers.current.size > 0) return;
    setHeld(false);
    const across = (clientX - gestureStart.current.x) * directionSign();
    if (
      type === 'pointerup' &&
      gestureStart.current.pointers === 1 &&
      zoom.scale === 1 &&
      Math.abs(across) >= swipeThreshold
    )
      onSwipe(across > 0 ? -1 : 1);
  };
  return {
    zoom,
    held,
    zoomBy,
    reset: () => setZoom(initialZoom),
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        gestureStart.current = { x: event.clientX, pointers: pointers.current.size };
        setHeld(true);
      },
      onPointerMove({ pointerId, clientX: x, clientY: y }: PointerEvent) {
        if (!pointers.current.has(pointerId)) return;
        const before = [...pointers.current.values()];
        pointers.current.set(pointerId, { x, y });
        const now = [...pointers.current.values()];
        const [from, to] = [middleOf(before), middleOf(now)];
        const by = now.length > 1 ? distanceOf(now) / distanceOf(before) : 1;
        setZoom((zoomNow) =>
          panBy(zoomAt(zoomNow, by, toFramePoint(from), bounds()), { x: to.x - from.x, y: to.y - from.y }, bounds()),
        );
      },
      onPointerUp: handlePointerUp,
      onPointerCancel: handlePointerUp,
      onDoubleClick: ({ clientX: x, clientY: y }: { clientX: number; clientY: number }) =>
        zoom.scale > 1 ? setZoom(initialZoom) : zoomBy(2.5, toFramePoint({ x, y })),
    },
  };
}
