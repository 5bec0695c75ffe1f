// Reads the QR code in a picture: with the browser's own detector if there is one, else with a lazily loaded library.

interface Detector {
  detect(picture: ImageBitmap): Promise<{ rawValue: string }[]>;
}

declare const BarcodeDetector:
  | undefined
  | {
      new (options: { formats: string[] }): Detector;
      getSupportedFormats(): Promise<string[]>;
    };

/** The maximum longer side in pixels that is scanned: more pixels make it slower, not better. */
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

/** Returns the text of the QR code in a picture; null if none is found. */
export async function readQr(picture: ImageBitmap): Promise<string | null> {
  const native = await (detector ??= createNativeDetector());
  if (native) return (await native.detect(picture))[0]?.rawValue ?? null;
  const { decodeQR } = await import(/* webpackChunkName: "qr" */ 'qr/decode.js');
  try {
    return decodeQR(pixelsOf(picture));
  } catch {
    return null; // the decoder throws when it finds no code
  }
}
