/** Composes the pipeline from a write to a stored row. */
import { createSpamList } from '../features/spam/list.ts';
import { createSpamListStore } from '../features/spam/store.ts';
import { readAddressTable } from '../ingest/address-tables.ts';
import { type Countries, type CountryDeps, createCountries } from '../ingest/country.ts';
import { createFileWatch, withCountryDatabase } from '../ingest/country-database.ts';
import { createPipeline } from '../ingest/pipeline.ts';
import { createSourceFinder } from '../ingest/source.ts';
import { createSpamFilter } from '../ingest/spam.ts';
import { createUserAgentParser } from '../ingest/user-agent.ts';
import { createVisitors } from '../ingest/visitor.ts';
import { createWriter } from '../ingest/writer.ts';
import { fetchOperatorJson, fetchOperatorText } from '../outbound/operator.ts';
import { loadSecret } from '../stores/sqlite/secrets.ts';
import type { Context } from './context.ts';
import type { Stores } from './stores.ts';

export type Ingest = ReturnType<typeof composeIngest>;

/** Opens the configured country database and service. Throws a `CommandError` for a file that cannot be read, hence before a data folder is created. */
export function openCountries({ config, clock, log }: Context): Countries {
  const service =
    config.geoServiceUrl === null ? null : { url: config.geoServiceUrl, lookup: fetchOperatorJson };
  const open = (database: CountryDeps['database']): Countries =>
    createCountries({
      database,
      service,
      clock,
      onServiceDown: error =>
        log.warn({ err: error }, 'the country service does not answer: countries stay XX for a while'),
    });
  return config.geoDb === null
    ? open(() => readAddressTable('countries'))
    : withCountryDatabase(config.geoDb, open);
}

export function composeIngest(
  { config, clock, events }: Context,
  { stores, countries }: { readonly stores: Stores; readonly countries: Countries },
) {
  const { db, hits, salts } = stores;
  const spamList = createSpamList({
    store: createSpamListStore(db),
    url: config.spamListUrl,
    fetchText: fetchOperatorText,
  });
  const visitors = createVisitors({ secret: loadSecret(db, 'visitor-hash'), salts });
  // Days may have ended while the server was off.
  visitors.rotate(clock.now());
  const userAgents = createUserAgentParser();
  const findSource = createSourceFinder();
  const isCountryFileNew = createFileWatch(config.geoDb);
  const findSpam = createSpamFilter({ extraHosts: spamList.hosts });
  const pipeline = createPipeline({ visitors, countries, parseUserAgent: userAgents, findSpam, findSource });
  return {
    visitors,
    userAgents,
    countries,
    findSource,
    spamList,
    findSpam,
    pipeline,
    writer: createWriter({ hits, events, pipeline, clock }),
    /** Loads the operator's country database when its file has changed; returns whether it has. */
    reloadCountries(): boolean {
      if (config.geoDb === null || !isCountryFileNew()) return false;
      withCountryDatabase(config.geoDb, countries.reload);
      return true;
    },
  };
}
