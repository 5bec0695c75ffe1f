// The pictures that only the contacts need.
import { icon } from '@amber/ui/icons';

export const QrIcon = icon(
  <>
    <path d="M4.5 4.5h5v5h-5zM14.5 4.5h5v5h-5zM4.5 14.5h5v5h-5z" />
    <path d="M14.5 14.5h1.5M19.5 14.5v1.5M14.5 19.5v-1.5M17.5 17.5h2v2h-2z" />
  </>,
);
