import { LRUCache } from 'lru-cache';
import type { Capture } from '../core/capture.ts';
import type { PageRule } from '../core/hits/page-rules.ts';
import { toEtag } from '../lib/etag.ts';
import { applyDirectives, minify } from './directives.ts';
import page from './page.js' with { type: 'text' };
import { FILE_EXTENSIONS, parseFileExtensions, parseFlags, parseKudosLabel } from './script-options.ts';

/** Files of the script by the suffix after `/embed/UID`; `base`: relative path to the parent of `embed/`, wherever a proxy has mounted it. */
const FILES = {
  '.js': { isMinified: true, base: '..' },
  '/min.js': { isMinified: true, base: '../..' },
  '/readable.js': { isMinified: false, base: '../..' },
} as const;

export type ScriptFile = keyof typeof FILES;

export const isScriptFile = (text: string): text is ScriptFile => Object.hasOwn(FILES, text);

/** A request for a script. */
export interface ScriptRequest {
  readonly uid: string;
  /** Query of the URL, with the flags. */
  readonly query: URLSearchParams;
  readonly file: ScriptFile;
  /** Setting of the site: browsers with Global Privacy Control are not counted. */
  readonly honourGpc: boolean;
  /** Setting of the site: browsers with Do Not Track are not counted. */
  readonly honourDnt: boolean;
  /** Setting of the site: what the script sends beside views. */
  readonly capture: Capture;
  /** Rules of the site: which parts of an address make a page. */
  readonly pageRules: readonly PageRule[];
}

export interface Script {
  readonly text: string;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  /** Quoted, as in the header. */
  readonly etag: string;
}

export interface TrackerScripts {
  /** Returns the browser script of a site. Built once for each set of flags. */
  render(request: ScriptRequest): Script;
}

/** Where scripts lead. */
export interface ScriptPlace {
  readonly baseUrl: string | null;
  /** First part of the collector's address. */
  readonly collectorPath: string;
}

/** Building a template takes about a millisecond. Flags have thousands of combinations; a server sees a few. */
const MAX_TEMPLATES = 200;
/** Filling a template and compressing it takes about 0.3 ms, which should not happen for each visitor. */
const MAX_SITES = 1_000;
/** A site embeds one or two scripts. Requests for others evict only those of the same site. */
const MAX_SCRIPTS_PER_SITE = 4;

/**
 * Creates the builder of browser scripts. Scripts find the collector relative to their own URL: no setting is needed for
 * that. Only the public page is linked at `baseUrl`, where that is known.
 */
export function createTrackerScripts(place: ScriptPlace): TrackerScripts {
  const templates = new LRUCache<string, string>({ max: MAX_TEMPLATES });
  const sites = new LRUCache<string, LRUCache<string, Script>>({ max: MAX_SITES });

  const getTemplate = (switches: ReadonlySet<string>, isMinified: boolean): string =>
    getOrCreate(templates, JSON.stringify([isMinified, ...switches]), () => {
      const composed = applyDirectives(page, switches);
      return isMinified ? minify(composed) : composed;
    });

  return {
    render(request) {
      const { uid, file } = request;
      const contents = resolveContents(request);
      const scripts = getOrCreate(sites, uid, () => new LRUCache({ max: MAX_SCRIPTS_PER_SITE }));
      // As JSON, so that a label cannot be confused with switches.
      return getOrCreate(
        scripts,
        JSON.stringify([file, contents.label, contents.files, contents.page, ...contents.switches]),
        () =>
          fillTemplate(getTemplate(contents.switches, FILES[file].isMinified), request, {
            ...contents,
            ...place,
          }),
      );
    },
  };
}

/** Returns the cached value of a key, created when it is missing. */
function getOrCreate<Value extends object | string>(
  cache: LRUCache<string, Value>,
  key: string,
  create: () => Value,
): Value {
  const value = cache.get(key) ?? create();
  cache.set(key, value);
  return value;
}

/** The parts of a script that do not depend on its site. */
interface ScriptContents {
  /** Names of the enabled sections of the template, in a fixed order. */
  readonly switches: ReadonlySet<string>;
  /** Of kudos buttons. */
  readonly label: string;
  /** Extensions of downloads, as a part of a regular expression. */
  readonly files: string;
  /** Expression for what makes a page of the site. */
  readonly page: string;
}

const PATH = 'location.pathname';
/** Of other fragments nothing is read: they may be secret. */
const ROUTE = '(/^#!?\\/[^?#=]*(?![^?#])/.exec(location.hash)||"")';

/** Formats the expression for what makes a page by the rules of a site: the path, with parameters and a route where they are part of it. */
function formatPage(rules: readonly PageRule[]): string {
  const keep = rules.flatMap(rule => (rule.kind === 'query' ? rule.keep : []));
  const query = `"?"+${JSON.stringify(keep)}.map(n=>new URLSearchParams(location.search).getAll(n).map(v=>encodeURIComponent(n)+"="+encodeURIComponent(v)).join("&")).join("&")`;
  const parts = [
    PATH,
    ...(keep.length > 0 ? [query] : []),
    ...(rules.some(({ kind }) => kind === 'hash') ? [ROUTE] : []),
  ];
  return parts.length === 1 ? PATH : `(${parts.join('+')})`;
}

/** Resolves the flags and the site's settings to the contents of a script. */
function resolveContents({ query, honourGpc, honourDnt, capture, pageRules }: ScriptRequest): ScriptContents {
  const flags = parseFlags(query);
  const counts = !flags.has('ignore');
  const [hits, countries, kudos] = [flags.has('hits'), flags.has('countries'), flags.has('kudos')];
  const uptime = flags.has('uptime');
  const publicstats = flags.has('publicstats');
  const uniques = flags.get('hits') === 'unique';
  const clicks = capture.outbound_links || capture.downloads;
  const label = kudos ? parseKudosLabel(flags) : null;
  const page = formatPage(pageRules);
  const switches = {
    counts,
    pages: page !== PATH,
    events: counts && flags.has('events'),
    beacon: counts && flags.has('beacon'),
    gpc: counts && honourGpc,
    dnt: counts && honourDnt,
    spa: flags.has('spa'),
    listens: counts && (clicks || capture.forms || capture.engagement),
    clicks: counts && clicks,
    outbound: counts && capture.outbound_links,
    downloads: counts && capture.downloads,
    forms: counts && capture.forms,
    notfound: counts && capture.not_found,
    engagement: counts && capture.engagement,
    identify: counts && capture.identify,
    widgets: hits || countries || kudos || uptime || publicstats,
    fetching: hits || countries || kudos || uptime,
    counters: hits || countries || uptime,
    hits,
    totals: hits && !uniques,
    uniques,
    countries,
    uptime,
    kudos,
    label: label !== null,
    publicstats,
  };
  return {
    switches: new Set(Object.entries(switches).flatMap(([name, isOn]) => (isOn ? [name] : []))),
    label: label ?? '',
    files: [...FILE_EXTENSIONS, ...parseFileExtensions(flags)].join('|'),
    page,
  };
}

/** Fills the placeholders of a template. */
function fillTemplate(
  template: string,
  { uid, file }: ScriptRequest,
  { switches, label, files, page, baseUrl, collectorPath }: ScriptContents & ScriptPlace,
): Script {
  const values: Readonly<Record<string, string>> = {
    BASE: FILES[file].base,
    COLLECTOR: collectorPath,
    PUBLIC: baseUrl ?? FILES[file].base,
    SITE: uid,
    FILES: files,
    PAGE: page,
    SHOW: ['hits', 'countries', 'uptime'].filter(name => switches.has(name)).join(),
  };
  const text = template.replace(
    /BASE|COLLECTOR|FILES|PAGE|PUBLIC|SITE|SHOW|(["'])LABEL\1/g,
    mark => values[mark] ?? JSON.stringify(label),
  );
  return {
    text,
    gzipped: Bun.gzipSync(text, { library: 'libdeflate', level: 12 }),
    etag: toEtag(text),
  };
}
