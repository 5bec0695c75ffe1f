// Every sentence of the primitives.
export const strings = {
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  notifications: 'Notifications',
  retry: 'Retry',
  loading: 'Loading',
  loadMore: 'Load more',
  resizeList: 'Resize list',
  errorCode: (code: string) => `Code ${code}`,
  pleaseEnter: (label: string) => `Please enter ${label}`,
  atLeast: (label: string, min: number) => `${label} needs at least ${min} ${min === 1 ? 'character' : 'characters'}`,
  atMost: (label: string, max: number) => `${label} can have at most ${max} ${max === 1 ? 'character' : 'characters'}`,
  between: (label: string, min: number, max: number) => `${label} must be between ${min} and ${max}`,
  notValid: (label: string) => `${label} is not valid`,
} as const;
