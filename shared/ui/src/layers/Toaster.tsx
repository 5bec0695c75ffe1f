// The toasts at the edge of the screen.
import { type ComponentType, type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import type { Toast, Toasts, ToastTone } from './createToasts.ts';
import { cx } from '../cx.ts';
import { directionSign } from '../direction.ts';
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from '../icons/icons.tsx';
import { words } from '../words/gen/ui.ts';
import styles from './Toaster.module.css';

const icons: Record<ToastTone, ComponentType> = { info: InfoIcon, success: CheckIcon, error: AlertIcon };

/** Milliseconds that a toast is shown. */
const displayDuration = 5_000;

/** Pixels of a swipe that dismisses a toast. */
const dismissDistance = 40;

function watchVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/**
 * Renders the region 'Notifications'. No toast disappears by itself while it is hovered or focused, or while the page
 * is hidden.
 */
export function Toaster({ toasts }: { toasts: Toasts }) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current);
  const isHidden = useSyncExternalStore(watchVisibility, () => document.hidden);
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isPaused = shown.length > 0 && (isHidden || isHovered || isFocused);
  return createPortal(
    <div
      role="region"
      aria-label={words.notifications}
      aria-live="polite"
      aria-relevant="additions text"
      className={styles.viewport}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      {shown.map((toast) => (
        <Card key={toast.key} toast={toast} isPaused={isPaused} toasts={toasts} />
      ))}
    </div>,
    document.body,
  );
}

function Card({
  toast: { key, tone, text, link, lasting = false, repeatCount, isLeaving },
  isPaused,
  toasts,
}: {
  toast: Toast;
  isPaused: boolean;
  toasts: Toasts;
}) {
  useEffect(() => {
    if (isPaused || lasting) return;
    const timer = setTimeout(() => toasts.dismiss(key), displayDuration);
    return () => clearTimeout(timer);
  }, [toasts, key, repeatCount, isPaused, lasting]);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isLeaving) return;
    // The promises of the animations are awaited instead of an event: an animation of length zero may have ended before
    // a listener is added.
    const faded = card.current!.getAnimations?.().map((animation) => animation.finished) ?? [];
    void Promise.allSettled(faded).then(() => toasts.remove(key));
  }, [toasts, key, isLeaving]);
  const { pushed: offset, handlers } = useSwipeToDismiss(() => toasts.dismiss(key));
  const Icon = icons[tone];
  return (
    <div
      ref={card}
      role={tone === 'error' ? 'alert' : undefined}
      className={cx(styles.toast, isLeaving && styles.leaving)}
      style={{ translate: `${offset.x * directionSign()}px ${offset.y}px` }} // physical: it follows the pointer
      {...handlers}
    >
      <span className={styles[tone]}>
        <Icon />
      </span>
      <div className={styles.title}>
        <p>{text}</p>
        {link && (
          <Link className={styles.link} to={link.to} onClick={() => toasts.dismiss(key)}>
            {link.label}
          </Link>
        )}
      </div>
      <button type="button" className={styles.close} aria-label={words.dismiss} onClick={() => toasts.dismiss(key)}>
        <CloseIcon />
      </button>
    </div>
  );
}

const origin = { x: 0, y: 0 };

/** Returns handlers with which a toast can be swiped away, to the end of the line or upwards. */
function useSwipeToDismiss(onDismiss: () => void) {
  const [start, setStart] = useState<typeof origin | null>(null);
  const [offset, setOffset] = useState(origin);
  const end = () => {
    setStart(null);
    if (offset.x > dismissDistance || offset.y < -dismissDistance) onDismiss();
    else setOffset(origin);
  };
  const handlers = {
    onPointerDown(event: PointerEvent<Element>) {
      if ((event.target as Element).closest('button, a')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setStart({ x: event.clientX, y: event.clientY });
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (start)
        setOffset({ x: Math.max(0, (clientX - start.x) * directionSign()), y: Math.min(0, clientY - start.y) });
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
  return { pushed: offset, handlers };
}
