// A page without a browser: an in-memory document, events and storage for tests of remotes.
import { Window } from 'happy-dom';

/** The browser globals that Node lacks or defines differently. */
const windowGlobals = [
  'document',
  'location',
  'history',
  'localStorage',
  'sessionStorage',
  'customElements',
  'getComputedStyle',
  'Node',
  'Element',
  'HTMLElement',
  'HTMLInputElement',
  'HTMLTextAreaElement',
  'SVGElement',
  'DocumentFragment',
  'Event',
  'CustomEvent',
  'MouseEvent',
  'KeyboardEvent',
  'PointerEvent',
  'InputEvent',
  'FocusEvent',
  'MutationObserver',
  'ResizeObserver',
  'IntersectionObserver',
  'matchMedia',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
] as const;

let page: Window | undefined;

/** Returns the page of this test file; creates it on first use. */
export function fakePage(): Window {
  if (page) return page;
  const created = (page = new Window({ url: 'http://localhost/chat/', width: 1440, height: 900 }));
  const bound = (value: unknown): unknown =>
    // Functions are bound to their window; classes are not.
    typeof value === 'function' && !/^[A-Z]/.test(value.name) ? value.bind(created) : value;
  const globals = {
    window: globalThis,
    ...Object.fromEntries(windowGlobals.map((name) => [name, bound(created[name])])),
  };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  // React then expects updates to be wrapped in `act`.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  return created;
}

/** Clears the document and the storage. */
export function resetPage(): void {
  const { document, localStorage, sessionStorage } = fakePage();
  document.body.innerHTML = '';
  localStorage.clear();
  sessionStorage.clear();
}
