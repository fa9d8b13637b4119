import { applyDirectives, minify } from './directives.ts';
import { parseFlags, parseKudosLabel } from './flags.ts';
import { createLruMap, type LruMap } from './lru-map.ts';
import page from './page.js' with { type: 'text' };

/** Files of the script by what follows `/embed/UID` in their address; `base` leads to the folder of `embed/`, wherever a proxy has put that. */
const FILES = {
  '.js': { isMinified: true, base: '..' },
  '/min.js': { isMinified: true, base: '../..' },
  '/readable.js': { isMinified: false, base: '../..' },
} as const;

export type ScriptFile = keyof typeof FILES;

export const isScriptFile = (text: string): text is ScriptFile => Object.hasOwn(FILES, text);

/** Which script is asked for. */
export interface ScriptRequest {
  readonly uid: string;
  /** The query of its address, which holds the flags. */
  readonly query: URLSearchParams;
  readonly file: ScriptFile;
  /** The site's setting: a browser that sends Global Privacy Control is not counted. */
  readonly honourGpc: boolean;
  /** The site's setting: a browser that asks not to be tracked is not counted. */
  readonly honourDnt: boolean;
}

export interface Script {
  readonly text: string;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  /** Quoted, as the header wants it. */
  readonly etag: string;
}

export interface TrackerScripts {
  /** The browser script of a site. Made once for each set of flags. */
  render(request: ScriptRequest): Script;
}

/** Composing and minifying takes about a millisecond. Flags have thousands of combinations; a server meets a few. */
const MAX_TEMPLATES = 200;
/** Filling in and zipping takes about 0.3 ms, which a busy site should not pay for each of its visitors. */
const MAX_SITES = 1_000;
/** A site embeds one or two scripts. Requests for others push out only those of the same site. */
const MAX_SCRIPTS_PER_SITE = 4;

/**
 * The maker of browser scripts. They find the collector by their own address: no setting has to be right for that. Only
 * the public page is linked to at `baseUrl`, where that is known.
 */
export function createTrackerScripts({ baseUrl }: { readonly baseUrl: string | null }): TrackerScripts {
  const templates = createLruMap<string>(MAX_TEMPLATES);
  const sites = createLruMap<LruMap<Script>>(MAX_SITES);

  const getTemplate = (switches: ReadonlySet<string>, isMinified: boolean): string =>
    templates.getOrCreate(JSON.stringify([isMinified, ...switches]), () => {
      const composed = applyDirectives(page, switches);
      return isMinified ? minify(composed) : composed;
    });

  return {
    render(request) {
      const { uid, file } = request;
      const wanted = resolveContents(request);
      const scripts = sites.getOrCreate(uid, () => createLruMap(MAX_SCRIPTS_PER_SITE));
      // As JSON, so that a label with blanks in it is not taken for a label and switches.
      return scripts.getOrCreate(JSON.stringify([file, wanted.label, ...wanted.switches]), () =>
        fillTemplate(getTemplate(wanted.switches, FILES[file].isMinified), request, { ...wanted, baseUrl }),
      );
    },
  };
}

/** What a script is made of beside its site. */
interface ScriptContents {
  /** The pieces, in a fixed order. */
  readonly switches: ReadonlySet<string>;
  /** Of kudos buttons. */
  readonly label: string;
}

/** Reads the flags and the site's settings. */
function resolveContents({ query, honourGpc, honourDnt }: ScriptRequest): ScriptContents {
  const flags = parseFlags(query);
  const counts = !flags.has('ignore');
  const [hits, countries, kudos] = [flags.has('hits'), flags.has('countries'), flags.has('kudos')];
  const uptime = flags.has('uptime');
  const publicstats = flags.has('publicstats');
  const uniques = flags.get('hits') === 'unique';
  const label = kudos ? parseKudosLabel(flags) : null;
  const switches = {
    counts,
    events: counts && flags.has('events'),
    beacon: counts && flags.has('beacon'),
    gpc: counts && honourGpc,
    dnt: counts && honourDnt,
    spa: flags.has('spa'),
    widgets: hits || countries || kudos || uptime || publicstats,
    asking: hits || countries || kudos || uptime,
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
  };
}

/** Fills in what is a site's own. */
function fillTemplate(
  template: string,
  { uid, file }: ScriptRequest,
  { switches, label, baseUrl }: ScriptContents & { readonly baseUrl: string | null },
): Script {
  const values: Readonly<Record<string, string>> = {
    BASE: FILES[file].base,
    PUBLIC: baseUrl ?? FILES[file].base,
    SITE: uid,
    SHOW: ['hits', 'countries', 'uptime'].filter(name => switches.has(name)).join(),
  };
  const text = template.replace(
    /BASE|PUBLIC|SITE|SHOW|(["'])LABEL\1/g,
    mark => values[mark] ?? JSON.stringify(label),
  );
  return {
    text,
    gzipped: Bun.gzipSync(text, { level: 6 }),
    etag: `"${Bun.hash(text).toString(36)}"`,
  };
}
