// Reads the QR code in a picture: with the browser's own reader where there is one, else with ours, fetched then.

interface Detector {
  detect(picture: ImageBitmap): Promise<{ rawValue: string }[]>;
}

declare const BarcodeDetector:
  | undefined
  | {
      new (options: { formats: string[] }): Detector;
      getSupportedFormats(): Promise<string[]>;
    };

/** Pixels of the longer side that are looked at: more makes it slower, not better. */
const sideMax = 1_200;

async function createNativeDetector(): Promise<Detector | undefined> {
  if (typeof BarcodeDetector === 'undefined') return undefined;
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => []);
  return formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : undefined;
}

function pixelsOf(picture: ImageBitmap): ImageData {
  const scale = Math.min(1, sideMax / Math.max(picture.width, picture.height));
  const [width, height] = [
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  ];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  context.drawImage(picture, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

let detector: Promise<Detector | undefined> | undefined;

/** What the code in it says; null when there is none to be seen. */
export async function readQr(picture: ImageBitmap): Promise<string | null> {
  const native = await (detector ??= createNativeDetector());
  if (native) return (await native.detect(picture))[0]?.rawValue ?? null;
  const { decodeQR } = await import(/* webpackChunkName: "qr" */ 'qr/decode.js');
  try {
    return decodeQR(pixelsOf(picture));
  } catch {
    return null; // it says by throwing that it sees none
  }
}
