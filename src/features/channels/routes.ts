import { findChannel } from '../../core/channels/find-channel.ts';
import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import type { GetSiteFacts } from '../../ingest/site-facts.ts';
import type { FindSource } from '../../ingest/source.ts';
import { ChannelTest, ChannelTestAnswer, presentChannelTest } from './schema.ts';

/** Why an address is of its channel. Source: decisions, section 9. */
export const channelRoutes = ({
  getSiteFacts,
  findSource,
}: {
  readonly getSiteFacts: GetSiteFacts;
  readonly findSource: FindSource;
}): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/channel_test', {
    summary: 'Find the channel of an address',
    operationId: 'testChannel',
    description:
      'Answers by which channel a hit with this address and referrer came, and by which rule. Nothing is stored.',
    query: ChannelTest,
    responses: { 200: ChannelTestAnswer },
    handle: ({ site, query: { url = null, referrer = null } }) => {
      const { hosts: siteHosts } = getSiteFacts(site);
      const source = findSource({ given: null, url, referrer, siteHosts });
      return ok(presentChannelTest(findChannel({ url, referrer, source, siteHosts }).rule));
    },
  }),
];
