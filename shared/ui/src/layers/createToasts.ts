// Which toasts there are: what is said twice is shown once, and the oldest give way.

export type ToastTone = 'info' | 'success' | 'error';

export interface ToastContent {
  tone: ToastTone;
  text: string;
  /** Where it leads. */
  link?: { to: string; label: string };
  /** Stays until somebody closes it or follows its link. */
  lasting?: boolean;
}

export interface Toast extends ToastContent {
  key: string;
  /** How often it was said: each time it stays longer. */
  repeatCount: number;
  /** It fades out. */
  isLeaving: boolean;
}

export interface Toasts {
  /** Shows a toast; the same text twice is shown once and stays longer. */
  show(toast: ToastContent): void;
  dismiss(key: string): void;
  /** To be called when it has faded out. */
  remove(key: string): void;
  current(): readonly Toast[];
  /** Calls back at every change, until what it returns is called. */
  subscribe(changed: () => void): () => void;
}

/** Where toasts are handed in; one for each Toaster. At most `limit` show at once. */
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
