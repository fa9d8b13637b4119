// #if linting
// What stands between #if and #end is there only when that switch is on.
// biome-ignore-all lint/complexity/useOptionalChain: browsers of 2017 do not read it
// biome-ignore-all lint/style/useTemplate: takes more bytes
// #end
// Counts views of a page for Footfall. No cookie, no identifier; nothing is read from the page but its
// address and referrer.
((source, site, referrer) => {
  let counted;

  const send = data => {
    // #if counts
    try {
      // Reading the visitor's own switch throws where storage is forbidden: then nothing is sent.
      if (
        // #if gpc
        navigator.globalPrivacyControl ||
        // #end
        // #if dnt
        navigator.doNotTrack === '1' ||
        // #end
        /(^|\.)localhost$|^$/.test(location.hostname) ||
        localStorage.footfall_ignore === 'true'
      )
        return;
      // What follows the # may be secret and is no part of the page's address.
      data.url = location.href.split('#')[0];
      const body = JSON.stringify(data);
      const collector = new URL('COLLECTOR/' + site, source);
      // #if beacon
      if (navigator.sendBeacon && navigator.sendBeacon(collector, body)) return;
      // #end
      fetch(collector, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {});
    } catch (_) {
      // Never a word into the page's own error log.
    }
    // #end
  };

  // Only the first view came from elsewhere; the later ones came from this page.
  const hit = path => {
    send({ path, referrer });
    referrer = '';
  };

  // Without a name it would be taken for a view.
  const event = (name, value) => {
    if (typeof name === 'string') send({ event: name, value });
  };

  // Once per view: another query or fragment of the same path is no other view.
  const view = () => {
    if (counted !== location.pathname) {
      counted = location.pathname;
      hit();
    }
  };

  const follow = name => {
    const original = history[name];
    history[name] = (...given) => {
      original.apply(history, given);
      view();
    };
  };

  const start = () => {
    try {
      const wish = /[?&]footfall_ignore=(true|false)/.exec(location.search);
      if (wish) {
        localStorage.footfall_ignore = wish[1];
        alert('Footfall ignores your visits: ' + wish[1]);
      }
    } catch (_) {
      // Without storage nothing is counted anyway.
    }
    view();
    follow('pushState');
    follow('replaceState');
    addEventListener('popstate', view);
    // Back or forward to a page that the browser had kept whole.
    addEventListener('pageshow', shown => {
      if (shown.persisted) hit();
    });
    // #if events
    let lastElement;
    let lastTime;
    document.addEventListener(
      'click',
      click => {
        const element = click.target.closest && click.target.closest('[data-footfall-event]');
        // A double click is one event.
        if (!element || (element === lastElement && click.timeStamp - lastTime < 500)) return;
        lastElement = element;
        lastTime = click.timeStamp;
        event(element.dataset.footfallEvent.replace(/->/g, '.'), element.dataset.footfallEventValue);
      },
      true,
    );
    // #end
  };

  // The snippet of one site may be in a page twice, by its theme and by hand.
  if ((window.footfall || {}).site !== site) {
    window.footfall = {
      site,
      hit,
      event,
      // #if spa
      triggerUpdate: view,
      // #end
    };
    // A page prepared in advance counts when it is looked at.
    document.prerendering ? document.addEventListener('prerenderingchange', start) : start();
  }
})((document.currentScript || document.querySelector('[src*="SITE"]') || {}).src, 'SITE', document.referrer);
