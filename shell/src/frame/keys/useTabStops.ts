// One tab stop for a group of controls, such as the main navigation: arrows, Home and End move within it.
import { arrowStep, direction } from '@amber/ui/direction';
import { useKeyDown } from '@amber/ui/useKeyDown';
import { useEffect } from 'react';

/** Groups have this attribute, in the host and in the remotes: one implementation serves the whole page. */
const groups = '[data-tab-group]';
/** A text among the controls of its group: the tab stop, whose arrows lead on from the ends of the text. */
const text = '[data-typing]';
const controls = `a[href], button:not(:disabled), [role="switch"], ${text}`;

/** Keys that a control needs for itself: those of a text, a slider or a choice. */
const hasOwnArrows = 'input:not([type="checkbox"]), textarea, select, [role="radio"], [role="slider"], [role="tab"]';

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/** The controls whose tabindex this file has set. Another -1 is not for the keyboard. */
const managed = new WeakSet<Element>();
const lastFocused = new WeakMap<Element, Element>();

const controlsOf = (group: Element): HTMLElement[] =>
  [...group.querySelectorAll<HTMLElement>(controls)].filter(
    (control) => (control.tabIndex >= 0 || managed.has(control)) && control.checkVisibility(),
  );

/** Whether an arrow key has nowhere to go within the text. A held key only leads to the end. */
function isAtEnd(area: HTMLElement, step: number, { key, repeat }: KeyboardEvent): boolean {
  if (!(area instanceof HTMLTextAreaElement) || repeat || !arrowStep(key)) return false;
  const isForward = step > 0 === (getComputedStyle(area).direction === direction());
  const end = isForward ? area.value.length : 0;
  return area.selectionStart === end && area.selectionEnd === end;
}

/** The tab stop is the text, or the control that had the focus last, or the current page, or the first control. */
function setTabStop(group: Element): void {
  const all = controlsOf(group);
  const last = lastFocused.get(group);
  const stop =
    all.find((control) => control === document.activeElement) ??
    all.find((control) => control.matches(text)) ??
    all.find((control) => control === last) ??
    all.find((control) => control.ariaCurrent) ??
    all[0];
  for (const control of all) {
    managed.add(control);
    control.tabIndex = control === stop ? 0 : -1;
  }
}

/** The tab stops are set when Tab is pressed, because the controls of a group change at any time. */
export function useTabStops(): void {
  useEffect(() => {
    const handleTab = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') for (const group of document.querySelectorAll(groups)) setTabStop(group);
    };
    const handleFocus = ({ target }: FocusEvent) => {
      const group = target instanceof Element && target.closest(groups);
      if (group) lastFocused.set(group, target);
    };
    addEventListener('keydown', handleTab, true);
    addEventListener('focusin', handleFocus);
    return () => {
      removeEventListener('keydown', handleTab, true);
      removeEventListener('focusin', handleFocus);
    };
  }, []);
  useKeyDown((event) => {
    const step = steps[event.key] ?? arrowStep(event.key);
    const { target } = event;
    const isTaken = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (step === 0 || isTaken || event.isComposing || !(target instanceof HTMLElement)) return;
    if (target.matches(hasOwnArrows) && !isAtEnd(target, step, event)) return;
    const group = target.closest(groups);
    const all = group ? controlsOf(group) : [];
    const at = all.indexOf(target);
    if (at < 0) return;
    event.preventDefault();
    all[Math.min(all.length - 1, Math.max(0, at + step))]!.focus();
  });
}
