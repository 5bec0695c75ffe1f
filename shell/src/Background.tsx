// What waits in the background once the page is idle: for notifications, and for calls.
import { CallListener } from './calls/CallListener.tsx';
import { AppNotifications } from './notifications/AppNotifications.tsx';

export const Background = () => (
  <>
    <AppNotifications />
    <CallListener />
  </>
);
