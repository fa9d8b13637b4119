/**
 * Loads the tracking code of a site from a Footfall server, and sends page views and events of an app's own. Without a browser, as
 * while pages are rendered on a server, every function does nothing.
 */

/** Values of your own: at most 20, with names of the characters `A-Z a-z 0-9 _ . -`. */
export type Properties = Readonly<Record<string, string | number | boolean>>;

/** What an event brought in: an amount in units of its currency, and the currency's code of ISO 4217. */
export interface Revenue {
  readonly amount: number;
  readonly currency: string;
}

export interface HitDetails {
  readonly properties?: Properties;
}

export interface EventDetails extends HitDetails {
  readonly revenue?: Revenue;
}

export interface FootfallOptions {
  /** Address of the Footfall server, such as `https://stats.example.org`; a path of your own site where it passes requests on. */
  readonly server: string;
  /** The site's UID, as its tracking code has it. */
  readonly site: string;
  /** Flags of the tracking code, such as `events&spa`. */
  readonly flags?: string;
  /** First part of the script's address, where the server has another. Default: `embed`. */
  readonly scriptPath?: string;
  /** Properties of all views and events that have none of their own. */
  readonly properties?: Properties;
}

/** What the tracking code adds to a page. */
interface Tracker {
  readonly site: string;
  hit(path?: string, details?: HitDetails): void;
  event(name: string, value?: string | number | boolean, details?: EventDetails): void;
}

/** Returns what the tracking code has added; undefined before, and without a browser. */
const findTracker = (): Tracker | undefined => (globalThis as { readonly footfall?: Tracker }).footfall;

type Call = (tracker: Tracker) => void;

/** Calls from before the script has come; undefined once it has, or will not. */
let waiting: Call[] | undefined = [];
/** More are dropped: a page whose script is blocked must not fill its memory. */
const MAX_WAITING = 100;
let installed: string | undefined;

/** Loads the tracking code, once a page. It counts the page's view by itself, and those that follow by the browser's history. */
export function install({
  server,
  site,
  flags = '',
  scriptPath = 'embed',
  properties,
}: FootfallOptions): void {
  if (typeof document === 'undefined' || installed === site) return;
  installed = site;
  const script = document.createElement('script');
  script.src = `${server.replace(/\/+$/, '')}/${scriptPath}/${encodeURIComponent(site)}.js${flags && `?${flags}`}`;
  if (properties) script.dataset['properties'] = JSON.stringify(properties);
  script.onload = sendWaiting;
  script.onerror = () => {
    waiting = undefined;
  };
  document.head.append(script);
}

function sendWaiting(): void {
  const calls = waiting ?? [];
  waiting = undefined;
  for (const call of calls) run(call);
}

function run(call: Call): void {
  const tracker = findTracker();
  if (tracker) call(tracker);
  else if (typeof document !== 'undefined' && waiting && waiting.length < MAX_WAITING) waiting.push(call);
}

/** Counts a view that the browser's history does not tell, such as a dialog with an address of its own. */
export function hit(path?: string, details?: HitDetails): void {
  run(tracker => tracker.hit(path, details));
}

/** Sends an event, with a name in the form `category.action`. */
export function event(name: string, value?: string | number | boolean, details?: EventDetails): void {
  run(tracker => tracker.event(name, value, details));
}
