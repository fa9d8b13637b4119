// #if linting
// What stands between #if and #end is there only when that switch is on.
// biome-ignore-all lint/complexity/useOptionalChain: browsers of 2017 do not read it
// biome-ignore-all lint/style/useTemplate: takes more bytes
// #end
// Counts views of a page for Footfall. No cookie, no identifier; nothing is read from the page but its
// address and referrer.
((source, site, referrer) => {
  let counted;

  // #if asking
  // An address of Footfall as this page reaches it: the script's own tells where that is.
  const at = path => new URL('BASE/' + path, source).href;

  // Each address is asked once for a page, and an element is painted when its answer is another than before.
  const answers = {};
  const painted = new WeakMap();

  // A body that is not read keeps its connection busy.
  const ask = (address, method) =>
    fetch(address, { method, keepalive: !!method, credentials: 'omit' }).then(answer =>
      answer.json().then(facts => (answer.ok ? facts : Promise.reject())),
    );

  const fillEach = (name, addressOf, paint) => {
    for (const element of document.querySelectorAll('.footfall_' + name)) {
      const address = addressOf(element);
      if (!answers[address]) answers[address] = ask(address);
      const answer = answers[address];
      if (painted.get(element) !== answer) {
        if (!painted.has(element)) paint(element, {});
        painted.set(element, answer);
        // What does not come or does not fit leaves the element as the page made it.
        answer.then(facts => painted.get(element) === answer && paint(element, facts)).catch(() => {});
      }
    }
  };

  // The page's language; the browser's own where that is missing or no language.
  const languages = () => {
    try {
      return Intl.getCanonicalLocales(document.documentElement.lang);
    } catch (_) {
      return [];
    }
  };

  const numberOf = count => (count >= 0 ? count.toLocaleString(languages()) : '');
  // #end

  // #if counters
  const counters = () => at('widgets/' + site + '.json?show=SHOW');
  // #end

  // #if hits
  const paintHits = (element, count) => {
    if (count >= 0) element.textContent = numberOf(count);
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
      // Two letters of the alphabet for flags, which begins at 127462.
      add(
        'flag',
        row.country.replace(/./g, letter => String.fromCodePoint(127397 + letter.charCodeAt())),
      ).setAttribute('aria-hidden', true);
      add('name', names ? names.of(row.country) : row.country);
      add('number', numberOf(row.hits));
      return item;
    });
    element.textContent = '';
    element.append(...items);
  };
  // #end

  // #if uptime
  const paintUptime = (element, facts) => {
    if (!(facts.uptime >= 0)) return;
    // Three decimals are what there is; a rounded one could say that nothing ever failed.
    const format = { style: 'percent', maximumFractionDigits: 3 };
    element.textContent = (facts.uptime / 100).toLocaleString(languages(), format);
    element.dataset.state = facts.is_down ? 'down' : 'up';
  };
  // #end

  // #if kudos
  const kudosOf = button =>
    at('kudos/' + site + '.json?path=' + encodeURIComponent(button.dataset.path || location.pathname));

  // An attribute without a value is a wish too.
  const wishes = (button, wish) => !/^(false|undefined)$/.test(button.dataset[wish]);

  const paintKudos = (button, facts) => {
    button.setAttribute('aria-pressed', !!facts.id);
    if (button.tagName !== 'BUTTON') {
      button.setAttribute('role', 'button');
      button.tabIndex = 0;
    }
    const count = wishes(button, 'private') ? undefined : facts.count;
    if (count >= 0) button.dataset.count = count;
    // #if label
    const number = numberOf(count);
    button.textContent = 'LABEL' + (number && ' ' + number);
    // #end
  };

  const press = click => {
    const button = click.target.closest && click.target.closest('.footfall_kudos');
    if (!button) return;
    // It may stand in a form, or be a link.
    click.preventDefault();
    if (button.getAttribute('aria-pressed') === 'true') return;
    button.setAttribute('aria-pressed', true);
    if (wishes(button, 'ignore')) return;
    const address = kudosOf(button);
    const before = answers[address];
    answers[address] = ask(address.replace('.json?', '?'), 'POST');
    answers[address].catch(() => {
      // It can be pressed again.
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
      fillEach('kudos', kudosOf, paintKudos);
      // #end
      // #if publicstats
      for (const element of document.querySelectorAll('.footfall_public_stats')) {
        let link = element.tagName === 'A' ? element : element.querySelector('a');
        if (!link) {
          link = document.createElement('a');
          link.append(...element.childNodes);
          element.append(link);
        }
        // Beside its assets: a prefix of the page's own host may lead to scripts only.
        link.href = new URL('PUBLIC/public/' + site, source).href;
        if (!link.firstChild) link.append('Stats');
      }
      // #end
    } catch (_) {
      // The page shows what it would show without Footfall.
    }
  };
  // #end

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
      // The same as /collector/, under a name that content blockers' lists do not have.
      const collector = new URL('BASE/page/' + site, source);
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
    // #if widgets
    fill();
    // #end
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
    // #if widgets
    // Elements come while the page is read, and whenever it changes; a page that changes all the time costs little.
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
      // What is a button of its own knows these keys.
      if (/^( |Enter)$/.test(key.key) && key.target.matches('.footfall_kudos[role]')) {
        key.preventDefault();
        key.target.click();
      }
    });
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
