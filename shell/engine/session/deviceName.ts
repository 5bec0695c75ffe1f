// The name of this device in lists of devices, such as "Chrome on Linux".

const browsers = [
  ['Edg', 'Edge'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac', 'Linux'] as const;

/**
 * Returns the name for a user agent string. The order matters: Edge also names Chrome, and Chrome also names Safari.
 */
export function deviceName(userAgent: string): string {
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1] ?? 'Browser';
  const system = systems.find((name) => userAgent.includes(name));
  return system ? `${browser} on ${system}` : browser;
}
