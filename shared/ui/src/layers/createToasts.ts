// The state of the toasts: repeated ones are shown once, and the oldest are dismissed above the limit.

export type ToastTone = 'info' | 'success' | 'error';

export interface ToastContent {
  tone: ToastTone;
  text: string;
  /** The link of the toast, with its path. */
  link?: { to: string; label: string };
  /** Whether it stays until the user closes it or follows its link. */
  lasting?: boolean;
}

export interface Toast extends ToastContent {
  key: string;
  /** How often the same toast was shown: each repetition extends its duration. */
  repeatCount: number;
  /** Whether it is fading out. */
  isLeaving: boolean;
}

export interface Toasts {
  /** Shows a toast. A repeated one is shown once and stays longer. */
  show(toast: ToastContent): void;
  dismiss(key: string): void;
  /** Removes a toast after it has faded out. */
  remove(key: string): void;
  current(): readonly Toast[];
  /** Calls `changed` at every change. Returns the function that unsubscribes. */
  subscribe(changed: () => void): () => void;
}

/** Creates the state of one Toaster. At most `limit` toasts show at once. */
export function createToasts({ limit }: { limit: number }): Toasts {
  let toasts: readonly Toast[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly Toast[]) => {
    toasts = next;
    for (const changed of listeners) changed();
  };
  return {
    show(content) {
      const key = `${content.tone} ${content.text}`;
      const repeatCount = (toasts.find((toast) => toast.key === key)?.repeatCount ?? 0) + 1;
      const toast: Toast = { ...content, key, repeatCount, isLeaving: false };
      set(repeatCount > 1 ? toasts.map((one) => (one.key === key ? toast : one)) : [...toasts, toast].slice(-limit));
    },
    dismiss: (key) => set(toasts.map((toast) => (toast.key === key ? { ...toast, isLeaving: true } : toast))),
    remove: (key) => set(toasts.filter((toast) => toast.key !== key || !toast.isLeaving)),
    current: () => toasts,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
