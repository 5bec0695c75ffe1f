// Moves the focus between the landmarks of the page with F6 and Shift+F6: navigation, search, list, messages, composer.
import { useKeyDown } from '@amber/ui/useKeyDown';

const landmarks = 'nav, [role="search"], [role="log"], form';
const focusable =
  'a[href]:not([tabindex="-1"]), button:not(:disabled, [tabindex="-1"]), input, textarea:not(:disabled), [tabindex="0"]';

const entryOf = (landmark: Element) => landmark.querySelector<HTMLElement>(focusable);

function moveFocus(by: 1 | -1): void {
  const all = [...document.querySelectorAll(landmarks)].filter(
    (landmark) => landmark.checkVisibility() && entryOf(landmark),
  );
  const here = all.findIndex((landmark) => landmark.contains(document.activeElement));
  const next = here < 0 && by < 0 ? all.length - 1 : (here + by + all.length) % all.length;
  const landmark = all[next];
  if (landmark) entryOf(landmark)?.focus();
}

/** Active while the host's frame is mounted. An open dialog keeps the focus. */
export const useLandmarkKeys = (): void =>
  useKeyDown((event) => {
    if (event.key !== 'F6' || event.defaultPrevented || document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    moveFocus(event.shiftKey ? -1 : 1);
  });
