// A page without a browser: a document, events and storage in memory, for tests of remotes.
import { Window } from 'happy-dom';

/** What code of a page finds on its global object, and Node has not, or has for another purpose. */
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

/** The page of this test file. */
export function fakePage(): Window {
  if (page) return page;
  const created = (page = new Window({ url: 'http://localhost/chat/', width: 1440, height: 900 }));
  const bound = (value: unknown): unknown =>
    // Classes stay as they are; functions need their window.
    typeof value === 'function' && !/^[A-Z]/.test(value.name) ? value.bind(created) : value;
  const globals = {
    window: globalThis,
    ...Object.fromEntries(windowGlobals.map((name) => [name, bound(created[name])])),
  };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  // React then knows that updates are waited for by `act`.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  return created;
}

/** Nothing is stored, nothing is on the page. */
export function resetPage(): void {
  const { document, localStorage, sessionStorage } = fakePage();
  document.body.innerHTML = '';
  localStorage.clear();
  sessionStorage.clear();
}
