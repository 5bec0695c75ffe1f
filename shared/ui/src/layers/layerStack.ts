// The open layers of the page, of the host and of every remote, and the history entries by which Back closes them.

/** A menu, dialog, panel, search, picture or bar that is open. */
export interface Layer {
  close(): void;
  /** Whether its address is its history entry, as that of a panel is; Back leaves it without this stack. */
  hasAddress: boolean;
}

/** A position in the history: the router's key of the page, and the number of entries of layers above it. */
interface Position {
  key: string | undefined;
  depth: number;
}

export interface LayerStack {
  /** Adds a layer on top; the function that it returns removes it. */
  open(layer: Layer): () => void;
  isTop(layer: Layer): boolean;
  isEmpty(): boolean;
}

const depthKey = 'layerDepth';

function position(): Position {
  const state = history.state as { key?: string; [depthKey]?: number } | null;
  return { key: state?.key, depth: state?.[depthKey] ?? 0 };
}

/**
 * A layer without an address gets a history entry of the same address. The entry stays when the layer closes otherwise
 * than by Back, because removing it is asynchronous and could undo a navigation that follows: the next layer reuses
 * the entry, and Back passes over it.
 */
function createLayerStack(): LayerStack {
  const layers: Layer[] = [];
  const withEntry = () => layers.filter(({ hasAddress }) => !hasAddress);
  let at = position();

  // The router must not see these moves, since the page stays the same: in the capture phase this listener is called
  // first.
  const handlePop = (event: PopStateEvent) => {
    const from = at;
    at = position();
    if (at.key !== from.key || at.depth === from.depth) return; // another page
    event.stopImmediatePropagation();
    if (at.depth > from.depth) return; // Forward to the entry of a closed layer, which has nothing to show
    const open = withEntry();
    if (open.length >= from.depth) open.at(-1)!.close();
    else history.back();
  };
  addEventListener('popstate', handlePop, true);
  // A link within a layer leads to another page. Browsers without this event only misjudge a jump over several entries.
  (globalThis as { navigation?: EventTarget }).navigation?.addEventListener('currententrychange', (event) => {
    if ((event as Event & { navigationType?: string | null }).navigationType !== 'traverse') at = position();
  });

  return {
    open(layer) {
      layers.push(layer);
      const needed = withEntry().length;
      if (!layer.hasAddress && position().depth < needed) {
        history.pushState({ ...(history.state as object | null), [depthKey]: needed }, '');
        at = position();
      }
      return () => {
        layers.splice(layers.indexOf(layer), 1);
      };
    },
    isTop: (layer) => layers.at(-1) === layer,
    isEmpty: () => layers.length === 0,
  };
}

/**
 * The stack is on the page's global object, because this file is built into the host and into each remote. Its interface
 * therefore only grows.
 */
const page = globalThis as { amberLayers?: LayerStack };

/** Returns the one stack of the page. */
export const layerStack = (): LayerStack => (page.amberLayers ??= createLayerStack());
