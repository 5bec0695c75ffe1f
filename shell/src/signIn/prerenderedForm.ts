// The prerendered sign-in form, in which people type before any script runs and which React then hydrates.

const root = (): HTMLElement => document.getElementById('root')!;

/** Whether the page was served with the form, in this page's language. */
export const isFormPrerendered = (): boolean =>
  root().querySelector('form.sign-card') !== null && document.documentElement.dataset['frame'] !== 'other';

/** Returns the values typed so far. */
export const typedValues = (): { phone?: string; code?: string; inviteId?: string } =>
  Object.fromEntries(
    [...root().querySelectorAll<HTMLInputElement>('form.sign-card input')].map(({ name, value }) => [name, value]),
  );

/** From now on React handles presses, instead of the few lines of index.html that mark the last one. */
export const markInteractive = (): void => root().removeAttribute('data-waiting');

/** Repeats the press that index.html marked. */
export function replayPress(): void {
  const pressed = root().querySelector<HTMLButtonElement>('button[aria-busy]');
  pressed?.removeAttribute('aria-busy');
  pressed?.click();
}
