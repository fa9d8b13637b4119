// #if linting
// Lines between #if and #end are included only when that switch is on.
// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: one function, so that pages get no global names
// biome-ignore-all lint/complexity/useOptionalChain: browsers of 2017 do not read it
// biome-ignore-all lint/style/useTemplate: takes more bytes
// #end
// Counts views of a page for Footfall. No cookie, no identifier; reads nothing but the page's URL and referrer, and the screen's width.
((script, site, referrer) => {
  let counted;

  // #if fetching
  // URLs of Footfall are relative to that of the script.
  const toUrl = path => new URL('BASE/' + path, script.src).href;

  // Each URL is fetched once a page; an element is painted when its answer changes.
  const answers = {};
  const painted = new WeakMap();

  // An unread body keeps its connection busy.
  const fetchJson = (address, method) =>
    fetch(address, { method, keepalive: !!method, credentials: 'omit' }).then(answer =>
      answer.json().then(facts => (answer.ok ? facts : Promise.reject())),
    );

  const fillEach = (name, toAddress, paint) => {
    for (const element of document.querySelectorAll('.footfall_' + name)) {
      const address = toAddress(element);
      if (!answers[address]) answers[address] = fetchJson(address);
      const answer = answers[address];
      if (painted.get(element) !== answer) {
        if (!painted.has(element)) paint(element, {});
        painted.set(element, answer);
        // On failure the element stays as the page made it.
        answer.then(facts => painted.get(element) === answer && paint(element, facts)).catch(() => {});
      }
    }
  };

  // The page's language; the browser's where it is missing or invalid.
  const languages = () => {
    try {
      return Intl.getCanonicalLocales(document.documentElement.lang);
    } catch (_) {
      return [];
    }
  };

  const formatNumber = count => (count >= 0 ? count.toLocaleString(languages()) : '');
  // #end

  // #if counters
  const counters = () => toUrl('widgets/' + site + '.json?show=SHOW');
  // #end

  // #if hits
  const paintHits = (element, count) => {
    if (count >= 0) element.textContent = formatNumber(count);
  };
  // #end

  // #if countries
  const paintCountries = (element, facts) => {
    if (!facts.countries) return;
    const names = Intl.DisplayNames && new Intl.DisplayNames(languages(), { type: 'region' });
    const items = facts.countries.map(row => {
      const item = document.createElement(/^[OU]L$/.test(element.tagName) ? 'li' : 'span');
      item.className = 'footfall_country';
      const add = (name, text) => {
        const part = document.createElement('span');
        part.className = 'footfall_' + name;
        part.textContent = text;
        item.append(part, ' ');
        return part;
      };
      // Regional indicator symbols, which begin at 127462.
      add(
        'flag',
        row.country.replace(/./g, letter => String.fromCodePoint(127397 + letter.charCodeAt())),
      ).setAttribute('aria-hidden', true);
      add('name', names ? names.of(row.country) : row.country);
      add('number', formatNumber(row.hits));
      return item;
    });
    element.textContent = '';
    element.append(...items);
  };
  // #end

  // #if uptime
  const paintUptime = (element, facts) => {
    if (!(facts.uptime >= 0)) return;
    // All three decimals: a rounded value could read 100%.
    const format = { style: 'percent', maximumFractionDigits: 3 };
    element.textContent = (facts.uptime / 100).toLocaleString(languages(), format);
    element.dataset.state = facts.is_down ? 'down' : 'up';
  };
  // #end

  // #if kudos
  const kudosUrl = button =>
    toUrl('kudos/' + site + '.json?path=' + encodeURIComponent(button.dataset.path || PAGE));

  // An attribute without a value counts as true.
  const isEnabled = (button, option) => !/^(false|undefined)$/.test(button.dataset[option]);

  const paintKudos = (button, facts) => {
    button.setAttribute('aria-pressed', !!facts.id);
    if (button.tagName !== 'BUTTON') {
      button.setAttribute('role', 'button');
      button.tabIndex = 0;
    }
    const count = isEnabled(button, 'private') ? undefined : facts.count;
    if (count >= 0) button.dataset.count = count;
    // #if label
    const number = formatNumber(count);
    button.textContent = 'LABEL' + (number && ' ' + number);
    // #end
  };

  const press = click => {
    const button = click.target.closest && click.target.closest('.footfall_kudos');
    if (!button) return;
    // It may be in a form, or be a link.
    click.preventDefault();
    if (button.getAttribute('aria-pressed') === 'true') return;
    button.setAttribute('aria-pressed', true);
    if (isEnabled(button, 'ignore')) return;
    const address = kudosUrl(button);
    const before = answers[address];
    answers[address] = fetchJson(address.replace('.json?', '?'), 'POST');
    answers[address].catch(() => {
      // Allows another attempt.
      answers[address] = before;
      button.setAttribute('aria-pressed', false);
      fill();
    });
    fill();
  };
  // #end

  // #if widgets
  const fill = () => {
    try {
      // #if totals
      fillEach('hits', counters, (element, facts) => paintHits(element, facts.hits));
      // #end
      // #if uniques
      fillEach('hits', counters, (element, facts) => paintHits(element, facts.unique_hits));
      // #end
      // #if countries
      fillEach('countries', counters, paintCountries);
      // #end
      // #if uptime
      fillEach('uptime', counters, paintUptime);
      // #end
      // #if kudos
      fillEach('kudos', kudosUrl, paintKudos);
      // #end
      // #if publicstats
      for (const element of document.querySelectorAll('.footfall_public_stats')) {
        let link = element.tagName === 'A' ? element : element.querySelector('a');
        if (!link) {
          link = document.createElement('a');
          link.append(...element.childNodes);
          element.append(link);
        }
        // Relative to the assets: a first-party prefix may proxy scripts only.
        link.href = new URL('PUBLIC/public/' + site, script.src).href;
        if (!link.firstChild) link.append('Stats');
      }
      // #end
    } catch (_) {
      // The page must work as without Footfall.
    }
  };
  // #end

  // #if identify
  // Kept in memory only: the page names it again on its next load.
  let visitor = script.dataset.visitorId;
  // #end

  // More: properties, in the place of those that the page has on its script; of an event revenue, too.
  const send = (data, more) => {
    // #if counts
    try {
      // Reading the opt-out throws where storage is forbidden: then nothing is sent.
      if (
        // #if gpc
        navigator.globalPrivacyControl ||
        // #end
        // #if dnt
        navigator.doNotTrack === '1' ||
        // #end
        /^$|\blocalhost$/.test(location.hostname) ||
        localStorage.footfall_ignore === 'true'
      )
        return;
      const body = JSON.stringify(
        Object.assign(
          // The fragment may be secret and is not part of the page's URL.
          // #if pages
          { path: PAGE },
          // #end
          {
            url: location.href.split('#')[0],
            width: screen.width,
            properties: script.dataset.properties,
            // #if identify
            visitor_id: visitor,
            // #end
          },
          data,
          more,
        ),
      );
      // The same as /collector/, under a path that blocklists do not have, or one that the operator has named.
      const collector = new URL('BASE/COLLECTOR/' + site, script.src);
      // #if beacon
      if (navigator.sendBeacon && navigator.sendBeacon(collector, body)) return;
      // #end
      fetch(collector, { method: 'POST', body, keepalive: 1, credentials: 'omit' }).catch(() => {});
    } catch (_) {
      // Never logs an error into the page's console.
    }
    // #end
  };

  // #if engagement
  let report = {};
  let since;
  let bottom;

  // Called at each sign of life, and without an event for another view: time counts while the page is visible, up to a minute
  // beyond the last sign.
  const tick = sign => {
    const now = Date.now();
    if (since) report.ms += Math.min(now - since, 6e4);
    since = !document.hidden && now;
    bottom = Math.max(bottom, scrollY + innerHeight);
    // A hidden page may never be shown again. Totals of the view are sent, so that the last ones count.
    if ((!sign || !since) && report.ms) {
      send(report, { depth: bottom / document.body.scrollHeight });
    }
  };
  // #end

  // Only the first view has the referrer; later ones come from this page.
  const hit = (path, more) => {
    // #if pages
    path = path || PAGE;
    // #end
    // #if engagement
    tick();
    bottom = 0;
    report = {
      path: path || PAGE,
      view: Date.now(),
      ms: 0,
      // #if identify
      // Engagement counts for the visitor of its view, also after signing in on the page.
      visitor_id: visitor,
      // #end
    };
    // #end
    send({ path, referrer }, more);
    referrer = '';
  };

  // Without a name it would count as a view.
  const event = (name, value, more) => {
    if (typeof name === 'string') send({ event: name, value }, more);
  };

  // Once per view: another query or fragment of the same path is not another view.
  const view = () => {
    // #if widgets
    fill();
    // #end
    if (counted !== PAGE) {
      counted = PAGE;
      hit();
    }
  };

  const follow = name => {
    const original = history[name];
    history[name] = (...args) => {
      original.apply(history, args);
      view();
    };
  };

  // #if listens
  // On the window and first: a page may stop an event on its way.
  const listen = (types, listener) => types.split(' ').map(type => addEventListener(type, listener, true));
  // #end

  const start = () => {
    try {
      const optOut = /[?&]footfall_ignore=(true|false)/.exec(location.search);
      if (optOut) {
        localStorage.footfall_ignore = optOut[1];
        alert('Footfall ignores you: ' + optOut[1]);
      }
    } catch (_) {
      // Without storage nothing is counted anyway.
    }
    view();
    follow('pushState');
    follow('replaceState');
    addEventListener('popstate', view);
    // Restored from the back/forward cache.
    addEventListener('pageshow', shown => {
      if (shown.persisted) hit();
    });
    // #if engagement
    listen('visibilitychange scroll pointermove keydown', tick);
    // #end
    // #if widgets
    // Elements are added while the page is parsed, and later; throttled for pages that change all the time.
    let waiting;
    new MutationObserver(() => {
      waiting =
        waiting ||
        setTimeout(() => {
          waiting = 0;
          fill();
        }, 99);
    }).observe(document, { childList: true, subtree: true });
    // #end
    // #if kudos
    document.addEventListener('click', press, true);
    document.addEventListener('keydown', key => {
      // Native buttons handle these keys themselves.
      if (/^( |Enter)$/.test(key.key) && key.target.matches('.footfall_kudos[role]')) {
        key.preventDefault();
        key.target.click();
      }
    });
    // #end
    // #if clicks
    // A middle click opens a tab, another button a menu. The path of a click also has links inside shadow trees.
    const onClick = click =>
      click.button < 2 &&
      click.composedPath().map(
        link =>
          link.href &&
          /^a(rea)?$/.test(link.localName) &&
          // In SVG the address is an object. What follows `?` or `#` may be secret.
          (link.href.baseVal || link.href).replace(/^(http|mailto|tel)[^?#]+/, address => {
            let name;
            // #if outbound
            // With or without `www.` is compared by the server.
            if (address.split('/')[2] !== location.host) name = 'outbound_click';
            // #end
            // #if downloads
            if (link.hasAttribute('download') || /^http.*\.(FILES)$/i.test(address)) name = 'file_download';
            // #end
            // Later, once the page has had the click: one that it prevents leads nowhere.
            setTimeout(() => click.defaultPrevented || event(name, address));
          }),
      );
    listen('click auxclick', onClick);
    // #end
    // #if forms
    // A form's fields hide its properties, hence the attributes.
    listen('submit', submit =>
      event('form_submit', submit.target.getAttribute('id') || submit.target.getAttribute('name')),
    );
    // #end
    // #if notfound
    // Of the document; older browsers do not tell.
    performance
      .getEntriesByType('navigation')
      .map(entry => entry.responseStatus === 404 && event('not_found'));
    // #end
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
        const data = element.dataset;
        event(data.footfallEvent.replace(/->/g, '.'), data.footfallEventValue, {
          properties: data.footfallEventProperties || script.dataset.properties,
          revenue: { amount: data.footfallEventAmount, currency: data.footfallEventCurrency },
        });
      },
      true,
    );
    // #end
  };

  // The snippet may be in a page twice, such as by a theme and by hand.
  if ((window.footfall || {}).site !== site) {
    window.footfall = {
      site,
      hit,
      event,
      // #if identify
      identify: id => {
        visitor = id;
      },
      // #end
      // #if spa
      triggerUpdate: view,
      // #end
    };
    // A prerendered page counts when it is activated.
    document.prerendering ? document.addEventListener('prerenderingchange', start) : start();
  }
})(document.currentScript || document.querySelector('[src*="SITE"]'), 'SITE', document.referrer);
