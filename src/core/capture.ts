/** What the browser script sends beside views, where the owner of a site has switched it on. Source: decisions, section 9. */

/** The switches, in the order of answers and forms. */
export const CAPTURES = [
  'outbound_links',
  'downloads',
  'forms',
  'not_found',
  'engagement',
  'identify',
] as const;
export type CaptureName = (typeof CAPTURES)[number];

/** What a site captures. */
export type Capture = Readonly<Record<CaptureName, boolean>>;

/** The event that each switch sends; engagement and ids of visitors are no events. */
const EVENT_OF = {
  outbound_links: 'outbound_click',
  downloads: 'file_download',
  forms: 'form_submit',
  not_found: 'not_found',
} as const satisfies Readonly<Partial<Record<CaptureName, string>>>;
export type CapturedEventName = keyof typeof EVENT_OF;

/** Names of captured events: only these have no `category.action` form. */
export const CAPTURED_EVENTS: readonly string[] = Object.values(EVENT_OF);

/** Returns the switch of a captured event; undefined for an event of another name. */
export const findCaptureOf = (event: string): CapturedEventName | undefined =>
  (Object.keys(EVENT_OF) as CapturedEventName[]).find(name => EVENT_OF[name] === event);

/** Formats a choice for storage: only what is on, so that equal choices are equal texts. */
export const writeCapture = (capture: Capture): string =>
  JSON.stringify(Object.fromEntries(CAPTURES.flatMap(name => (capture[name] ? [[name, true]] : []))));

/** Parses a text of `writeCapture`; names that are not known are left out. */
export function readCapture(text: string): Capture {
  const stored = JSON.parse(text) as Partial<Record<CaptureName, unknown>>;
  const isOn = (name: CaptureName): boolean => stored[name] === true;
  return {
    outbound_links: isOn('outbound_links'),
    downloads: isOn('downloads'),
    forms: isOn('forms'),
    not_found: isOn('not_found'),
    engagement: isOn('engagement'),
    identify: isOn('identify'),
  };
}
