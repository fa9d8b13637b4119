/** Texts of the test of content blockers. */
import { ServerLink } from '../ui/server-link.tsx';

export const title = 'Content blockers';
export const hint =
  'Checks whether this browser blocks the tracking code or the data it sends. Nothing is counted.';
export const test = 'Test in this browser';
export const passed =
  'Nothing is blocked in this browser. Some blockers only act on other websites: to be sure, open a page of your site and look for your visit in Live.';
export const blocked = (
  <>
    A content blocker in this browser stops the tracking code. Serve it from your own domain, or rename its
    paths with <code>FOOTFALL_SCRIPT_PATH</code> and <code>FOOTFALL_COLLECTOR_PATH</code>.{' '}
    <ServerLink href="/docs/snippet#content-blockers">What helps against content blockers</ServerLink>
  </>
);
export const unreachable = 'The server can’t be reached. Try again later.';
