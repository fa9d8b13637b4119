/** Moving between the pages without loading the document anew. */
let open: (isFirst: boolean) => void = () => {};

/** Calls `listener` for the address at hand and for every one that follows. */
export function startNavigation(listener: (isFirst: boolean) => void): void {
  open = listener;
  addEventListener('popstate', () => open(false));
  addEventListener('click', follow);
  open(true);
}

/** Goes to a page of ours. `replaces`: the one left behind is not to be come back to. */
export function navigate(path: string, { replaces = false } = {}): void {
  if (replaces) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  open(false);
}

/** Where to go after signing in: the page that asked for it, if it is one of ours. */
export function nextPage(address: URL): string {
  const wanted = new URL(address.searchParams.get('next') ?? '/', address);
  return wanted.origin === address.origin ? wanted.pathname : '/';
}

/** A plain click on a link to a page of ours; any other is the browser's. */
function follow(event: MouseEvent): void {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !isPlain || event.defaultPrevented || link.origin !== location.origin) return;
  event.preventDefault();
  navigate(link.pathname);
}
