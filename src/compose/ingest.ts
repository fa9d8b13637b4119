/** Composes the pipeline from a write to a stored row. */
import { createSpamList } from '../features/spam/list.ts';
import { createSpamListStore } from '../features/spam/store.ts';
import { createFileWatch, withAddressFile } from '../ingest/address-files.ts';
import { readAddressTable } from '../ingest/address-tables.ts';
import { type Countries, type CountryDeps, createCountries } from '../ingest/country.ts';
import { createNetworks, type Networks } from '../ingest/network.ts';
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

/** What addresses are looked up in. */
export interface AddressTables {
  readonly countries: Countries;
  readonly networks: Networks;
}

/** Opens the configured databases of countries and networks, and the service of countries. Throws a `CommandError` for a file that cannot be read, hence before a data folder is created. */
export function openAddressTables({ config, clock, log }: Context): AddressTables {
  const service =
    config.geoServiceUrl === null ? null : { url: config.geoServiceUrl, lookup: fetchOperatorJson };
  const { geoDb, networksDb } = config;
  const openCountries = (database: CountryDeps['database']): Countries =>
    createCountries({
      database,
      service,
      clock,
      onServiceDown: error =>
        log.warn({ err: error }, 'the country service does not answer: countries stay XX for a while'),
    });
  return {
    countries:
      geoDb === null
        ? openCountries(() => readAddressTable('countries'))
        : withAddressFile('FOOTFALL_GEO_DB', geoDb, openCountries),
    networks:
      networksDb === null
        ? createNetworks(() => readAddressTable('networks'))
        : withAddressFile('FOOTFALL_NETWORKS_DB', networksDb, createNetworks),
  };
}

export function composeIngest(
  { config, clock, events }: Context,
  { stores, countries, networks }: AddressTables & { readonly stores: Stores },
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
  const watched = [
    { setting: 'FOOTFALL_GEO_DB', path: config.geoDb, reload: countries.reload },
    { setting: 'FOOTFALL_NETWORKS_DB', path: config.networksDb, reload: networks.reload },
  ] as const;
  const files = watched.map(file => ({ ...file, isNew: createFileWatch(file.path) }));
  const findSpam = createSpamFilter({ extraHosts: spamList.hosts });
  const pipeline = createPipeline({
    ...{ visitors, countries, networks, findSpam, findSource },
    parseUserAgent: userAgents,
  });
  return {
    visitors,
    userAgents,
    countries,
    networks,
    findSource,
    spamList,
    findSpam,
    pipeline,
    writer: createWriter({ hits, events, pipeline, clock }),
    /** Loads the operator's databases whose files have changed; returns whether any has. */
    reloadAddressFiles(): boolean {
      let isChanged = false;
      for (const { setting, path, reload, isNew } of files) {
        if (path === null || !isNew()) continue;
        withAddressFile(setting, path, reload);
        isChanged = true;
      }
      return isChanged;
    },
  };
}
