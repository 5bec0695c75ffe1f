// Icons of actions on people.
import { icon } from './icons.tsx';

/** An open hand and its motion lines. */
export const SlapIcon = icon(
  <path d="M8.5 20.5c-1.8-.9-3-2.6-3.6-4.4l-1.1-3.3c-.5-1.5 1.5-2.3 2.2-.9l1.1 2.2V6.3a1.3 1.3 0 0 1 2.6 0V11m0-6a1.3 1.3 0 0 1 2.6 0v6m0-5a1.3 1.3 0 0 1 2.6 0v5.5m0-3.5a1.3 1.3 0 0 1 2.6 0v5c0 4-2.4 7.5-6.2 7.5-1 0-2-.1-2.8-.5M18.5 3.2l1.3-1M20.3 6.2l1.7-.3" />,
);
export const QrIcon = icon(
  <path d="M4.5 4.5h5v5h-5zM14.5 4.5h5v5h-5zM4.5 14.5h5v5h-5zM14.5 14.5h2v2M19.5 14.5v2M14.5 19.5h2M19.5 19.5v-.01" />,
);
