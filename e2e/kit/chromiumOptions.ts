// How the browser tests start Chromium.
import { findChromium } from '../../tools/chromium.ts';

/**
 * The features that Playwright disables. Chromium obeys only the last `--disable-features` of its command line, so ours
 * repeats them.
 */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * Pages of the browser's own window, such as the suggestions below its address bar. No test sees them, and they take
 * more of the processor for each new window than the app in it.
 */
const browserPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'PreloadTopChromeWebUI'];

/** Returns Playwright's `launchOptions`, with more of Chromium's flags where a test file needs them. */
export function chromiumOptions(flags: readonly string[] = []) {
  const executablePath = findChromium();
  return {
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...disabledByPlaywright, ...browserPages].join(',')}`,
      ...flags,
    ],
  };
}
